/** Word pieces with their log probability. */
export type PieceVocabulary = [piece: string, score: number][];

/** The vocabulary begins with control tokens that no text contains. */
const RESERVED = 6;
const UNKNOWN = 0;
const WORD_BEGINS = "\u2581";

/**
 * Splits a text into the most likely pieces of the vocabulary, like SentencePiece's unigram model. Returns the numbers of the
 * pieces, 0 for text that is not in the vocabulary.
 */
export function createWordPieces(vocabulary: PieceVocabulary): (text: string) => number[] {
  const numbers = new Map<string, number>();
  let longest = 0;
  for (let number = RESERVED; number < vocabulary.length; number++) {
    const [piece = ""] = vocabulary[number] ?? [];
    numbers.set(piece, number);
    longest = Math.max(longest, piece.length);
  }

  /** Yields the length and number of each piece that begins at `start`. */
  function* piecesAt(signs: string[], start: number): Generator<[length: number, piece: number]> {
    let text = "";
    let isKnown = false;
    for (let length = 1; length <= longest && start + length <= signs.length; length++) {
      text += signs[start + length - 1];
      const piece = numbers.get(text);
      if (piece === undefined) continue;
      isKnown = true;
      yield [length, piece];
    }
    if (!isKnown) yield [1, UNKNOWN];
  }

  return (text) => {
    const normal = text.normalize("NFKC");
    if (!normal) return [];
    const signs = [...(WORD_BEGINS + normal.replaceAll(" ", WORD_BEGINS))];
    const best = new Float64Array(signs.length + 1);
    const last = new Uint16Array(signs.length + 1);
    for (let start = 0; start < signs.length; start++) {
      for (const [length, piece] of piecesAt(signs, start)) {
        const end = start + length;
        const score = (vocabulary[piece]?.[1] ?? 0) + (best[start] ?? 0);
        if (best[end] !== 0 && score < (best[end] ?? 0)) continue;
        best[end] = score;
        last[end] = piece;
      }
    }
    return backwards(vocabulary, last);
  };
}

/** Returns the best pieces in the order of the text. Joins consecutive unknown pieces. */
function backwards(vocabulary: PieceVocabulary, last: Uint16Array): number[] {
  const pieces: number[] = [];
  for (let end = last.length - 1; end > 0; ) {
    const piece = last[end] ?? UNKNOWN;
    if (piece !== UNKNOWN || pieces.at(-1) !== UNKNOWN) pieces.push(piece);
    end -= vocabulary[piece]?.[0].length || 1;
  }
  return pieces.reverse();
}
