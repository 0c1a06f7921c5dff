/**
 * The reason why a backup cannot be made or restored, as a sentence for the person at the terminal. The failed command changed
 * nothing.
 */
export class BackupFailure extends Error {
  override readonly name = "BackupFailure";
}

export type LogSentence = (sentence: string) => void;
