import { Resolver } from "node:dns/promises";

/**
 * Reads the DNS TXT records of a name, each joined to one string; empty if the name does not exist. Throws if no server
 * answered.
 */
export type ReadTxtRecords = (name: string) => Promise<string[]>;

const TIMEOUT_MS = 3_000;
const TRIES = 2;
/** Error codes for a name without records. They are an answer, not a failure. */
const NOTHING_THERE = ["ENOTFOUND", "ENODATA"];

/** Asks the DNS resolvers of this machine. */
export const readTxtRecords: ReadTxtRecords = async (name) => {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    if (NOTHING_THERE.includes((error as NodeJS.ErrnoException).code ?? "")) return [];
    throw error;
  }
};
