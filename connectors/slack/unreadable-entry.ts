/** The reason, in a sentence, why a file of an export is left out. */
export class UnreadableEntry extends Error {}
