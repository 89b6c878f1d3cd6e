/**
 * SHA-256 and HMAC (FIPS 180-4, RFC 2104). Browsers offer their own only to pages with TLS, and a
 * house in a living room often has none.
 */

const BLOCK = 64; // bytes

/** The first 32 bits of the fractional parts of the n-th roots of the first primes. */
function roots(many: number, degree: number): Uint32Array {
  const found: number[] = [];
  for (let number = 2; found.length < many; number++) {
    const divisible = (by: number) => number % by === 0;
    const prime = !Array.from({ length: Math.floor(Math.sqrt(number)) - 1 }, (_, n) => n + 2).some(
      divisible,
    );
    if (prime) found.push((number ** (1 / degree) % 1) * 2 ** 32);
  }
  return Uint32Array.from(found);
}

const START = roots(8, 2);
const ROUND = roots(64, 3);

const turn = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export function sha256(...parts: Uint8Array[]): Uint8Array {
  const message = joined(parts);
  const padded = new Uint8Array(Math.ceil((message.length + 9) / BLOCK) * BLOCK);
  padded.set(message);
  padded[message.length] = 0x80;
  const words = new DataView(padded.buffer);
  words.setBigUint64(padded.length - 8, BigInt(message.length) * 8n);
  const hash = START.slice();
  for (let at = 0; at < padded.length; at += BLOCK) compress(hash, words, at);
  const out = new DataView(new ArrayBuffer(32));
  hash.forEach((word, n) => out.setUint32(4 * n, word));
  return new Uint8Array(out.buffer);
}

function compress(hash: Uint32Array, words: DataView, at: number) {
  const w = new Uint32Array(64);
  for (let n = 0; n < 64; n++) {
    if (n < 16) {
      w[n] = words.getUint32(at + 4 * n);
      continue;
    }
    const early = w[n - 15]!;
    const late = w[n - 2]!;
    const s0 = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const s1 = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    w[n] = w[n - 16]! + s0 + w[n - 7]! + s1;
  }
  let [a, b, c, d, e, f, g, h] = hash as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  for (let n = 0; n < 64; n++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[n]! + w[n]!) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, n) => (hash[n] = hash[n]! + word));
}

export function hmac(key: Uint8Array, ...parts: Uint8Array[]): Uint8Array {
  const pad = (byte: number) => {
    const block = new Uint8Array(BLOCK);
    block.set(key.length > BLOCK ? sha256(key) : key);
    return block.map((one) => one ^ byte);
  };
  return sha256(pad(0x5c), sha256(pad(0x36), ...parts));
}
