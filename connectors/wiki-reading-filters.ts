/** A way to choose what is read of a platform. */
export interface ReadingFilterKind {
  /** Precedes the chosen values in `places`: 'label:howto'. Values of the first kind may stand alone. */
  kind: string;
  label: string;
  help: string;
  /** The platform lists the values to choose from. */
  isListed?: true;
}

/** The chosen values by kind. A value that begins with no kind's name is one of the first kind. */
export function parseReadingFilters<Kind extends string>(
  places: string[],
  kinds: readonly Kind[],
): Record<Kind, string[]> {
  const chosen = Object.fromEntries(kinds.map((kind) => [kind, [] as string[]])) as Record<Kind, string[]>;
  for (const place of places) {
    const kind = kinds.find((one) => place.startsWith(`${one}:`)) ?? kinds[0];
    const value = place.startsWith(`${kind}:`) ? place.slice((kind?.length ?? 0) + 1) : place;
    if (kind && value.trim()) chosen[kind].push(value.trim());
  }
  return chosen;
}

export const formatReadingFilter = (kind: string, value: string): string => `${kind}:${value}`;
