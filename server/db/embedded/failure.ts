/** The reason why the embedded database cannot be used, as a sentence with the remedy for the person at the terminal. */
export class EmbeddedPostgresFailure extends Error {
  override readonly name = "EmbeddedPostgresFailure";
}

export type LogSentence = (sentence: string) => void;

export function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
