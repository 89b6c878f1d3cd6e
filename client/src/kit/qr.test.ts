/** Codes compared with those of another encoder (segno, with the same mask), row by row in hex. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { path, qr } from "./qr.ts";

const EXPECTED: Record<string, string> = {
  "tablee.local/t": `
    1fcb7f 104e41 175f5d 175c5d 175d5d 105541 1fd57f 1900 17cf7c 216f5 d570e 8a2bc cc252 14f7
    1fc1e2 10558d 175643 175838 175fc4 10478c 1fd942`,
  "https://tablee.example/t/abc2345?table#i=1": `
    1fc8457f 105f4941 175c015d 1755995d 174f135d 10435041 1fd5557f 194500 1057aece 108b6e36
    1244a810 93250a8 1b672261 1e31b773 1eda350c 1d2d20d5 10469a8c 1ea2e777 1e7ca619 171e5450
    1671b9f7 1e3518 1fc42f5c 104b5311 174ce7fa 174fa08d 1741fdfe 104df6dd 1fdb3e3c`,
  [`https://tablee.example/table/${"k".repeat(72)}#i=0123456789abcdef00`]: `
    1fd229a4d17f 104147e56a41 175be2768a5d 1746296ec35d 17417bfc575d 1050d11d4041 1fd55555557f
    523135900 146b9ffd1e25 e318e5aba37 ae42018a831 15242c971558 670b6b3921a e39b6193ab5
    19e90a1928a1 2967eb5d55b 1054a4a1901a 1d9d951baab5 e90a5a98a1 1268eb5735b 5f5d5fd33fa
    f1d97138b19 1d5d0f52b95d 1910f31d511b df2dffd15f2 1734935abae5 1dd5078ba941 192ef9e71759
    af2d543128a 131c8f7a3a65 1dfa5aa929f1 d2b85e5974b 167edb5152aa 3142f4b8ae5 17aca6a0941
    f2b2625765b 137e49f537fa 16cd1ba319 1fda0d5a815d 10450719531b 174d4bf519f2 17490bb0b957
    175302aaa911 1046051797b8 1fdf4d93d2a9`,
};

for (const [text, rows] of Object.entries(EXPECTED))
  test(`the code of ${text.length} characters is as it should be`, () => {
    const found = qr(text).map((row) => BigInt(`0b${row.map(Number).join("")}`).toString(16));
    assert.deepEqual(found, rows.trim().split(/\s+/));
  });

test("letters of several bytes count as such", () => {
  assert.equal(qr("é".repeat(7)).length, 21);
  assert.equal(qr("é".repeat(8)).length, 25);
});

test("what is too long is refused", () => {
  assert.equal(qr("x".repeat(213)).length, 57);
  assert.throws(() => qr("x".repeat(214)), RangeError);
});

test("the path covers the dark modules and nothing else", () => {
  const matrix = qr("tablee.local/t");
  const { size, d } = path(matrix);
  assert.equal(size, 29);
  const dark = new Set<string>();
  for (const [, x, y, length] of d.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g))
    for (let step = 0; step < Number(length); step++)
      dark.add(`${Number(x) + step - 4},${Number(y) - 4}`);
  const wanted = matrix.flatMap((row, y) => row.flatMap((one, x) => (one ? [`${x},${y}`] : [])));
  assert.deepEqual([...dark].sort(), wanted.sort());
});
