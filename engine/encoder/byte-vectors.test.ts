import { expect, it } from "vitest";
import { createSeededRandom } from "../../scripts/seeded-random.ts";
import {
  averageVectors,
  cosineSimilarity,
  cosineWithPacked,
  packVectors,
  unpackVectors,
  VECTOR_BYTES,
} from "./meaning.ts";

const random = createSeededRandom(5);
const drawn = () => averageVectors([Float32Array.from({ length: VECTOR_BYTES }, () => random() - 0.5)]);

it("how alike a question and stored bytes are is nearly the same as before they were packed", () => {
  for (let round = 0; round < 20; round++) {
    const [question, stored] = [drawn(), drawn()];
    if (!question || !stored) throw new Error("Nothing was drawn.");
    const bytes = packVectors([stored]);
    expect(cosineWithPacked(question, bytes)).toBeCloseTo(cosineSimilarity(question, stored), 2);
    const [unpacked] = unpackVectors(bytes);
    expect(cosineWithPacked(question, bytes)).toBeCloseTo(
      unpacked ? cosineSimilarity(question, unpacked) : Number.NaN,
      5,
    );
  }
});

it("what could not be read is like nothing", () => {
  const question = drawn();
  if (!question) throw new Error("Nothing was drawn.");
  expect(cosineWithPacked(question, packVectors([undefined]))).toBe(0);
  expect(cosineWithPacked(question, Buffer.alloc(0))).toBe(0);
  expect(unpackVectors(packVectors([undefined]))).toEqual([undefined]);
});
