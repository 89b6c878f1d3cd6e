/** QR codes as in ISO/IEC 18004: bytes, error correction M, versions 1 to 10 (213 bytes). */

/** Dark modules, row by row. */
export type Matrix = boolean[][];

/** For each version: error correction bytes of a block, and the data bytes of each block. */
const BLOCKS: [correction: number, ...data: number[]][] = [
  [10, 16],
  [16, 28],
  [26, 44],
  [18, 32, 32],
  [24, 43, 43],
  [16, 27, 27, 27, 27],
  [18, 31, 31, 31, 31],
  [22, 38, 38, 39, 39],
  [22, 36, 36, 36, 37, 37],
  [26, 43, 43, 43, 43, 44],
];
/** Where the small squares are centred, in both directions. */
const ALIGNMENT = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
];
const MASKS: ((row: number, column: number) => boolean)[] = [
  (i, j) => (i + j) % 2 === 0,
  (i) => i % 2 === 0,
  (_, j) => j % 3 === 0,
  (i, j) => (i + j) % 3 === 0,
  (i, j) => (Math.floor(i / 2) + Math.floor(j / 3)) % 2 === 0,
  (i, j) => ((i * j) % 2) + ((i * j) % 3) === 0,
  (i, j) => (((i * j) % 2) + ((i * j) % 3)) % 2 === 0,
  (i, j) => (((i + j) % 2) + ((i * j) % 3)) % 2 === 0,
];

const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0);
const bit = (number: number, place: number) => ((number >> place) & 1) === 1;

/** The code of a text; with the best of the eight masks. */
export function qr(text: string): Matrix {
  const bytes = new TextEncoder().encode(text);
  const version = BLOCKS.findIndex(
    ([, ...data], index) => sum(data) >= bytes.length + (index < 9 ? 2 : 3),
  );
  if (version < 0) throw new RangeError(`${bytes.length} bytes are too many for a QR code.`);
  const codewords = interleaved(version, packed(bytes, version));
  const codes = MASKS.map((_, mask) => drawn(version + 1, codewords, mask));
  const penalties = codes.map(penalty);
  return codes[penalties.indexOf(Math.min(...penalties))]!;
}

/** The code as one path, in a square of its size and a margin of four modules. */
export function path(matrix: Matrix): { size: number; d: string } {
  const margin = 4;
  let d = "";
  matrix.forEach((row, y) => {
    for (let x = 0; x < row.length; x++) {
      if (!row[x]) continue;
      const start = x;
      while (row[x + 1]) x++;
      const length = x + 1 - start;
      d += `M${start + margin} ${y + margin}h${length}v1h-${length}z`;
    }
  });
  return { size: matrix.length + 2 * margin, d };
}

/** Mode, length, the bytes, an end and padding. */
function packed(bytes: Uint8Array, version: number): number[] {
  const [, ...data] = BLOCKS[version]!;
  const bits: boolean[] = [];
  const push = (number: number, length: number) => {
    for (let place = length - 1; place >= 0; place--) bits.push(bit(number, place));
  };
  push(0b0100, 4);
  push(bytes.length, version < 9 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, 4);
  const words: number[] = [];
  for (let start = 0; start < bits.length; start += 8)
    words.push(
      bits.slice(start, start + 8).reduce((word, one, place) => word | (+one << (7 - place)), 0),
    );
  for (let pad = 0xec; words.length < sum(data); pad ^= 0xec ^ 0x11) words.push(pad);
  return words;
}

/** The blocks, each with its correction, one byte of each in turn. */
function interleaved(version: number, words: number[]): number[] {
  const [correction, ...data] = BLOCKS[version]!;
  let start = 0;
  const blocks = data.map((length) => words.slice(start, (start += length)));
  const checks = blocks.map((block) => remainder(block, correction));
  const inTurn = (all: number[][]) =>
    Array.from({ length: Math.max(...all.map((one) => one.length)) }, (_, place) =>
      all.flatMap((one) => one[place] ?? []),
    ).flat();
  return [...inTurn(blocks), ...inTurn(checks)];
}

/** Multiplication in the field of 256 elements over x^8 + x^4 + x^3 + x^2 + 1. */
function times(a: number, b: number): number {
  let product = 0;
  for (let place = 7; place >= 0; place--) {
    product = (product << 1) ^ (product & 0x80 ? 0x11d : 0);
    if (bit(b, place)) product ^= a;
  }
  return product;
}

/** Reed-Solomon: what is left of the block divided by the generator of that degree. */
function remainder(block: number[], degree: number): number[] {
  let generator = [1];
  for (let power = 0, root = 1; power < degree; power++, root = times(root, 2))
    generator = [...generator, 0].map((one, i) => one ^ times(generator[i - 1] ?? 0, root));
  let rest = Array<number>(degree).fill(0);
  for (const byte of block) {
    const factor = byte ^ rest[0]!;
    rest = [...rest.slice(1), 0].map((one, i) => one ^ times(generator[i + 1]!, factor));
  }
  return rest;
}

/** A number followed by the check bits of the code with that generator. */
function checked(number: number, generator: number, degree: number): number {
  let rest = number << degree;
  for (let place = 31 - Math.clz32(rest); place >= degree; place--)
    if (bit(rest, place)) rest ^= generator << (place - degree);
  return (number << degree) | rest;
}

function drawn(version: number, codewords: number[], mask: number): Matrix {
  const size = 17 + 4 * version;
  const code: (boolean | undefined)[][] = Array.from({ length: size }, () =>
    Array<boolean | undefined>(size).fill(undefined),
  );
  const set = (row: number, column: number, dark: boolean) => {
    if (row >= 0 && row < size && column >= 0 && column < size) code[row]![column] = dark;
  };
  const square = (row: number, column: number, reach: number, light: number[]) => {
    for (let i = -reach; i <= reach; i++)
      for (let j = -reach; j <= reach; j++)
        set(row + i, column + j, !light.includes(Math.max(Math.abs(i), Math.abs(j))));
  };

  for (let place = 8; place < size - 8; place++) {
    set(6, place, place % 2 === 0);
    set(place, 6, place % 2 === 0);
  }
  const centres = ALIGNMENT[version - 1]!;
  for (const row of centres)
    for (const column of centres) {
      const corners = [row, column].filter((one) => one === 6).length;
      const far = [row, column].some((one) => one === size - 7);
      if (corners === 2 || (corners === 1 && far)) continue;
      square(row, column, 2, [1]);
    }
  for (const [row, column] of [
    [3, 3],
    [3, size - 4],
    [size - 4, 3],
  ] as const)
    square(row, column, 4, [2, 4]);

  // Level M is 00, so that the mask alone is checked.
  const format = checked(mask, 0b10100110111, 10) ^ 0b101010000010010;
  for (let place = 0; place < 15; place++) {
    const dark = bit(format, place);
    set(place < 6 ? place : place < 8 ? place + 1 : size - 15 + place, 8, dark);
    set(8, place < 8 ? size - 1 - place : place === 8 ? 7 : 14 - place, dark);
  }
  set(size - 8, 8, true);
  if (version >= 7) {
    const number = checked(version, 0b1111100100101, 12);
    for (let place = 0; place < 18; place++) {
      const [along, across] = [Math.floor(place / 3), size - 11 + (place % 3)];
      set(along, across, bit(number, place));
      set(across, along, bit(number, place));
    }
  }

  let next = 0;
  for (let right = size - 1, up = true; right > 0; right -= 2, up = !up) {
    if (right === 6) right--; // the column of the timing pattern
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (code[row]![column] !== undefined) continue;
        const dark = bit(codewords[next >> 3] ?? 0, 7 - (next & 7));
        code[row]![column] = dark !== MASKS[mask]!(row, column);
        next++;
      }
    }
  }
  return code as Matrix;
}

/** How hard a code is to read: long runs, blocks, what looks like a corner, too dark or light. */
function penalty(code: Matrix): number {
  const size = code.length;
  const columns = code.map((_, column) => code.map((row) => row[column]!));
  let points = 0;
  for (const line of [...code, ...columns]) {
    const text = line.map(Number).join("");
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) points += run.length - 2;
    // Outside of the code all is light.
    const framed = `0000${text}0000`;
    points += 40 * [...framed.matchAll(/(?=1011101)(?:(?<=0000)|(?=.{7}0000))/g)].length;
  }
  for (let row = 1; row < size; row++)
    for (let column = 1; column < size; column++) {
      const [above, here] = [code[row - 1]!, code[row]!];
      const dark = here[column];
      if (here[column - 1] === dark && above[column] === dark && above[column - 1] === dark)
        points += 3;
    }
  const dark = code.flat().filter(Boolean).length;
  return points + 10 * Math.floor(Math.abs((dark * 20) / (size * size) - 10));
}
