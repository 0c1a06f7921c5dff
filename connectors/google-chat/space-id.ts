import { NotFound } from "../errors.ts";

/**
 * Returns the id `AAA` for `AAA`, `spaces/AAA`, or a space's address in Google Chat or Gmail; null for any other text.
 */
export function findSpaceId(given: string): string | null {
  const trimmed = given.trim();
  const inAddress = /(?:^|\/)(?:spaces?|room|dm)\/([\w-]{1,100})(?:[/?#]|$)/.exec(trimmed)?.[1];
  return inAddress ?? (/^[\w-]{1,100}$/.test(trimmed) ? trimmed : null);
}

export function parseSpaceId(given: string): string {
  const id = findSpaceId(given);
  if (id !== null) return id;
  throw new NotFound("This is not a Google Chat space. Give the last part of its address, after /room/.");
}
