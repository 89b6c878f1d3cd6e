import assert from "node:assert/strict";
import { createHash, createHmac, randomBytes } from "node:crypto";
import { test } from "node:test";
import { hmac, sha256 } from "./sha256.ts";

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex");

test("hashes are those of everybody else", () => {
  for (let length = 0; length < 200; length++) {
    const message = randomBytes(length);
    assert.equal(hex(sha256(message)), createHash("sha256").update(message).digest("hex"));
    const split = [message.subarray(0, length >> 1), message.subarray(length >> 1)];
    assert.equal(hex(sha256(...split)), hex(sha256(message)));
  }
});

test("so are keyed ones", () => {
  for (let length = 0; length < 150; length++) {
    const [key, message] = [randomBytes(length), randomBytes(37)];
    const expected = createHmac("sha256", key).update(message).digest("hex");
    assert.equal(hex(hmac(key, message)), expected);
  }
});
