/** The reason why the embedded database cannot be used, and the remedy, as a sentence for the person at the terminal. */
export class EmbeddedPostgresFailure extends Error {
  override readonly name = "EmbeddedPostgresFailure";
}

export type LogSentence = (sentence: string) => void;

export function hasErrorCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
