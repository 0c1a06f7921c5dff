const WORDS = /(?<![A-Za-z])[A-Za-z]{1,20}(?![A-Za-z])|\s/g;
/** How much of a text makes one token: letters of plain words, other ASCII characters, bytes of other scripts. */
interface Rate {
  letters: number;
  others: number;
  bytes: number;
}
const SAFE: Rate = { letters: 3, others: 1.5, bytes: 2 };
/** Fitted to the questions and answers about two companies: within 5 % of what o200k and cl100k make of all of them. */
const USUAL: Rate = { letters: 5, others: 2, bytes: 2 };

/**
 * At least as many tokens as the usual vocabularies make of a text: English words have about four letters a token, digits,
 * marks and long runs of letters (keys, base64) one or two, other scripts up to two tokens a character.
 */
export const estimateTokens = (text: string): number => countAt(SAFE, text);

/** About as many tokens as the usual vocabularies make of a text. */
export const usualTokens = (text: string): number => countAt(USUAL, text);

function countAt({ letters, others, bytes: perToken }: Rate, text: string): number {
  const plain = text.match(WORDS)?.reduce((sum, word) => sum + word.length, 0) ?? 0;
  const bytes = Buffer.byteLength(text);
  const ascii = text.length - (text.match(/[^\0-\x7f]/g)?.length ?? 0);
  return Math.ceil(plain / letters + (ascii - plain) / others + (bytes - ascii) / perToken);
}

/** What instructions, schema and the frame of a question take. */
const FRAME_TOKENS = 4_500;
const MAX_OUTPUT_TOKENS = 8_192;
/** With less, no conversation fits beside the question. */
export const LEAST_CONTEXT_TOKENS = 12_000;

/** How a window is shared out between what is asked and what is answered. */
export function sharesOf(contextTokens: number): { input: number; output: number } {
  const output = Math.min(MAX_OUTPUT_TOKENS, Math.floor(contextTokens / 3));
  return { output, input: contextTokens - output - FRAME_TOKENS };
}
