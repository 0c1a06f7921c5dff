/** A reason the embedded database cannot be used, in a sentence for the person at the terminal, with the remedy. */
export class EmbeddedPostgresFailure extends Error {
  override readonly name = "EmbeddedPostgresFailure";
}

export type Log = (sentence: string) => void;

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
