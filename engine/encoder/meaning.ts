/** What a text means as numbers of length 1: the nearer two of them, the more alike the texts. */
export type Vector = Float32Array;

/** Reads meaning. What it cannot read, such as another language, it answers with undefined. */
export interface Encoder {
  /** In the order of the texts. */
  encode(texts: string[]): Promise<(Vector | undefined)[]>;
}

/** -1 to 1; both of length 1. */
export function cosine(a: Vector, b: Vector): number {
  let sum = 0;
  for (let place = 0; place < a.length; place++) sum += (a[place] ?? 0) * (b[place] ?? 0);
  return sum;
}
