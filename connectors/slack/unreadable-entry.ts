/** Why a file of an export is left out, in a sentence for a person. */
export class UnreadableEntry extends Error {}
