import type { ReaderScope } from "../db/audience.ts";

/** Runs `work` in one transaction that reads the library with the asker's permissions. */
export type AsReader = <Read>(work: (scope: ReaderScope) => Promise<Read>) => Promise<Read>;
