/** In place of a summary, where title and answer say everything there is to say. `asker` null: nobody asked. */
export const whoSaidIt = (asker: string | null, helper: string): string =>
  asker === null ? `Told by ${helper}.` : `Asked by ${asker}, answered by ${helper}.`;

/** Such a sentence tells where an article comes from, and nothing that another one could lack. */
export const tellsOnlyWho = (text: string): boolean => /^(?:Asked by .+, answered by|Told by) .+\.$/.test(text);
