/** A file of an export is left out. The message is the reason, as a sentence. */
export class UnreadableEntry extends Error {}
