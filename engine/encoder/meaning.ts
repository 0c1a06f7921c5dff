import { isEnglish } from "../text/words.ts";

/** An embedding of a text, normalized to length 1. Texts of similar meaning have embeddings with a high cosine. */
export type Vector = Float32Array;

/** Computes embeddings. The result is undefined for a text that the model cannot read, for example in another language. */
export interface Encoder {
  /** Returns one entry for each text, in their order. */
  encode(texts: string[]): Promise<(Vector | undefined)[]>;
}

/** Longer texts are cut, because the model's work grows with the length and the beginning suffices for the meaning. */
const MOST_CHARACTERS = 600;

export const cutToEncode = (text: string): string => text.slice(0, MOST_CHARACTERS).trim();

/** Whether the model knows the language of the text. */
export function isEncodableText(text: string): boolean {
  const cut = cutToEncode(text);
  return cut !== "" && isEnglish(cut);
}

/** Cosine similarity, -1 to 1, of two vectors of length 1. */
export function cosineSimilarity(a: Vector, b: Vector): number {
  let sum = 0;
  for (let place = 0; place < a.length; place++) sum += (a[place] ?? 0) * (b[place] ?? 0);
  return sum;
}

/** One byte for each number of a vector. */
export const VECTOR_BYTES = 512;
/** The largest signed byte. */
const SCALE = 127;

/** Packs vectors of length 1 into one byte per number. Scales the numbers up first, because none is above 0.3. */
export function packVectors(vectors: (Vector | undefined)[]): Buffer {
  const bytes = Buffer.alloc(vectors.length * VECTOR_BYTES);
  for (const [place, vector] of vectors.entries()) {
    const largest = Math.max(0, ...(vector ?? []).map(Math.abs));
    if (!vector || largest === 0) continue;
    for (let at = 0; at < VECTOR_BYTES; at++)
      bytes.writeInt8(Math.round(((vector[at] ?? 0) / largest) * SCALE), place * VECTOR_BYTES + at);
  }
  return bytes;
}

/** Restores embeddings of length 1 from their packed form; undefined where the text had none. */
export function unpackVectors(bytes: Buffer): (Vector | undefined)[] {
  return Array.from({ length: Math.floor(bytes.length / VECTOR_BYTES) }, (_, place) => {
    const numbers = new Int8Array(bytes.buffer, bytes.byteOffset + place * VECTOR_BYTES, VECTOR_BYTES);
    const vector = new Float32Array(numbers);
    let squares = 0;
    for (let at = 0; at < VECTOR_BYTES; at++) squares += (vector[at] ?? 0) ** 2;
    if (squares === 0) return undefined;
    const length = Math.sqrt(squares);
    for (let at = 0; at < VECTOR_BYTES; at++) vector[at] = (vector[at] ?? 0) / length;
    return vector;
  });
}

/** Cosine with the first vector in `bytes`, without unpacking; 0 if the text had no embedding. */
export function cosineWithPacked(vector: Vector, bytes: Buffer): number {
  if (bytes.length < VECTOR_BYTES) return 0;
  const numbers = new Int8Array(bytes.buffer, bytes.byteOffset, VECTOR_BYTES);
  let sum = 0;
  let squares = 0;
  for (let at = 0; at < VECTOR_BYTES; at++) {
    const number = numbers[at] ?? 0;
    sum += (vector[at] ?? 0) * number;
    squares += number * number;
  }
  return squares === 0 ? 0 : sum / Math.sqrt(squares);
}

/** The signs of a vector as bits: the more bits two sketches share, the more similar are their texts. */
export const sketchVector = (vector: Vector): string => [...vector].map((number) => (number > 0 ? "1" : "0")).join("");

/** Mean of the defined vectors, normalized to length 1. */
export function averageVectors(vectors: (Vector | undefined)[]): Vector | undefined {
  const known = vectors.filter((vector) => vector !== undefined);
  if (known.length === 0) return undefined;
  const sum = new Float32Array(VECTOR_BYTES);
  for (const vector of known) for (let at = 0; at < VECTOR_BYTES; at++) sum[at] = (sum[at] ?? 0) + (vector[at] ?? 0);
  const length = Math.hypot(...sum) || 1;
  return sum.map((number) => number / length);
}
