/** Checks that a deal was fair, with the browser's own cryptography: docs/api.md, "Fair deals". */

export const text = (words: string) => new TextEncoder().encode(words);

export function toHex(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

export async function sha256(...parts: Uint8Array[]): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", joined(parts)));
}

export async function hmac(
  key: Uint8Array<ArrayBuffer>,
  ...parts: Uint8Array[]
): Promise<Uint8Array<ArrayBuffer>> {
  const sha = { name: "HMAC", hash: "SHA-256" };
  const ready = await crypto.subtle.importKey("raw", key, sha, false, ["sign"]);
  return new Uint8Array(await crypto.subtle.sign("HMAC", ready, joined(parts)));
}
