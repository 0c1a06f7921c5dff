import type { ReaderScope } from "../db/audience.ts";

/** One transaction that reads the library with the eyes of whoever asked. */
export type AsReader = <Read>(work: (scope: ReaderScope) => Promise<Read>) => Promise<Read>;
