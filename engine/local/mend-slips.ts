import type { CodePiece, SentencePiece } from "./parse-conversation.ts";
import { capitalised } from "./polish.ts";
import { readActs } from "./sentence-acts.ts";
import { contentWordsOf } from "./words.ts";

type JoinedSentence = SentencePiece & { sources: number[] };
type Joined = JoinedSentence | (CodePiece & { sources: number[] });

/** What people set right within one message: "then he pays the 25.. no, 25 is only to 14. half rate". */

const BREAKS_OFF = /(?:\.{2,}|…|[-–—])$/;
const NO_BUT = /^(?:(?:no|wait|sorry|ah|oh|hm+|argh|oops)[,\s.!]+)+(?=\S+ \S)/i;
/** "Sorry not app, you pick Screen Sharing". */
const NOT_THAT = /^(?:(?:no|wait|sorry|ah|oh)[,\s]+)*not (?:the |an? )?([\p{L}\d-]{2,}),\s+(?=\S+ \S)/iu;
/** Words of what is broken off and set right, at most. */
const MOST_WORDS = 12;
const MOST_WORDS_OF_REST = 3;

/** The pieces with what a message sets right in the place of what it broke off. */
export function mendSlips(pieces: Joined[]): Joined[] {
  const mended: Joined[] = [];
  for (let at = 0; at < pieces.length; at++) {
    const piece = pieces[at] as Joined;
    const next = pieces[at + 1];
    const joined = piece.form === "sentence" && next?.form === "sentence" ? setRight(piece, next) : null;
    if (!joined) mended.push(piece);
    else {
      const rest = pieces[at + 2];
      const isRest = rest?.form === "sentence" && rest.message === joined.message && isFragment(rest);
      mended.push(isRest ? withText(joined, `${ended(joined.text)} ${capitalised(rest.text)}`) : joined);
      at += isRest ? 2 : 1;
    }
  }
  return mended;
}

/** "Half rate." */
const isFragment = ({ text, acts }: JoinedSentence) =>
  text.split(/\s+/).length <= MOST_WORDS_OF_REST && contentWordsOf(text).length > 0 && !acts.thanks && !acts.question;

function setRight(piece: JoinedSentence, next: JoinedSentence): JoinedSentence | null {
  if (piece.message !== next.message || !BREAKS_OFF.test(piece.text)) return null;
  const said = piece.text.replace(BREAKS_OFF, "").trimEnd();
  const wrong = NOT_THAT.exec(next.text)?.[1];
  if (wrong) {
    const kept = said.replace(new RegExp(`(?:\\b(?:that|the|this|an?) )?${wrong}$`, "i"), "").trimEnd();
    if (kept !== said) return withText(next, `${kept} ${next.text.replace(NOT_THAT, "")}`);
  }
  const right = next.text.replace(NO_BUT, "");
  const isShort = said.split(/\s+/).length <= MOST_WORDS;
  return right !== next.text && isShort ? withText(next, right) : null;
}

const ended = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);

function withText(piece: JoinedSentence, text: string): JoinedSentence {
  const acts = { ...readActs(text), correction: false, disagreement: false };
  return { ...piece, text, acts, contentWords: contentWordsOf(text) };
}
