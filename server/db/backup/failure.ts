/** A reason a backup cannot be made or restored, in a sentence for the person at the terminal. Nothing was changed. */
export class BackupFailure extends Error {
  override readonly name = "BackupFailure";
}

export type Log = (sentence: string) => void;
