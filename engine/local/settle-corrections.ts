import { editDistance } from "../../shared/domain/edit-distance.ts";
import type { Joined, JoinedSentence } from "./join-sentences.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { teaches } from "./part-of-sentence.ts";
import { polish, withoutCorrectionMark } from "./polish.ts";
import { ANSWERS, type Contradiction, type Kept, sentence, sharedWith, subjectOf } from "./statements.ts";

const STRONG_CORRECTION =
  /^(?:(?:oh|ah|ok|hm+|well|sorry|no|oops|ooops|ugh|argh|whoops|hang on|hold on)[,.!…\s-]+)*(?:no,? wait|wait,? no|wait\b[,.!-]|scratch (?:that|what i (?:said|wrote))|correction\b|(?:ignore|forget) (?:what i|my last)|ignore that|disregard|my (?:bad|mistake)\b|i was wrong|i meant\b|strike that|on second thou?ght|i stand corrected)/i;
const GIVES_IN =
  /\b(?:my bad|my mistake|i was wrong|you'?re right|good (?:point|catch)|stand corrected|didn't know|\w+ is right\b|mine (?:is|was) (?:the )?(?:old|wrong|out ?dated))\b/i;
/** 'No, this menu does not exist there any more': without what it answers it says nothing. */
const SPEAKS_OF_RIVAL = /^(?:no|nope|not)\b[^`→*\d]*\b(?:this|that|these|those)\b[^`→*\d]*$/i;
/** "Those are last year's numbers": only of what the correction takes away. */
const SPEAKS_OF_WHAT_GOES = /^(?:those|these|that|this|it)(?:['’]s| (?:is|are|was|were))\b[^`→*\d]*$/i;
/** How far back a correction reaches among its author's statements. */
const REACH = 4;

/** 'Sorry, I meant "AllTray"', '*AllTray': the whole sentence is the word that was meant. */
const MEANT =
  /^(?:(?:(?:sorry|oops|no|ah|oh|er|ok)[,.!\s-]+)*(?:i )?(?:meant?)\s+|[*^]\s?)["“'`]?(\p{L}[\p{L}\p{N}_.+-]{2,})["”'`]?[.!]?$/iu;
const WORD = /\p{L}[\p{L}\p{N}_+-]{3,}/gu;
/** Letters in which a slip differs at most from what was meant, and with which both begin where they differ in more. */
const SLIP = 2;
const SAME_START = 3;

/** Puts the word that somebody meant in the place of the one that looks like it. True when there was one. */
export function applyMeantWord(piece: JoinedSentence, author: string, kept: Kept[]): boolean {
  const meant = MEANT.exec(piece.text)?.[1];
  if (!meant) return false;
  const said = kept.filter((item) => item.author === author && item.form === "sentence").slice(-REACH);
  const slips = said
    .toReversed()
    .flatMap((item) =>
      [...item.text.matchAll(WORD)].flatMap(([word]) => (isSlip(word, meant) ? [{ item, word }] : [])),
    );
  const wordOf = slips[0]?.word;
  if (wordOf === undefined) return false;
  for (const { item } of slips.filter(({ word }) => word === wordOf)) {
    const text = item.text.replaceAll(new RegExp(`(?<![\\p{L}\\p{N}_])${wordOf}(?![\\p{L}\\p{N}_])`, "gu"), meant);
    const at = kept.indexOf(item);
    if (at !== -1) kept[at] = { ...item, text, stems: subjectOf(text), messages: [...item.messages, ...piece.sources] };
  }
  return true;
}

function isSlip(word: string, meant: string): boolean {
  const [said, right] = [word.toLowerCase(), meant.toLowerCase()];
  if (said === right || Math.abs(said.length - right.length) > SLIP) return false;
  return editDistance(said, right) <= SLIP || said.slice(0, SAME_START) === right.slice(0, SAME_START);
}

/**
 * Takes what its author corrects out of `kept`. True when the sentence says nothing else. `isAgain`: the same message has
 * corrected before, so that only what shares its words goes.
 */
export function applyCorrection(
  piece: JoinedSentence,
  author: string,
  next: Joined | undefined,
  kept: Kept[],
  isAgain = false,
): boolean {
  const stems = subjectOf(piece.text);
  const own = kept.filter((item) => item.author === author && item.part !== "question").slice(-REACH);
  const closest = own.toSorted(
    (a, b) => sharedWith(b.stems, stems) - sharedWith(a.stems, stems) || kept.indexOf(b) - kept.indexOf(a),
  )[0];
  const isStrong = STRONG_CORRECTION.test(piece.text);
  const target =
    closest && sharedWith(closest.stems, stems) > 0 ? closest : isStrong && !isAgain ? own.at(-1) : undefined;
  const bringsCode = piece.text.includes("`") || (next?.form === "code" && next.message - piece.message <= 1);
  if (target) {
    const rest =
      target.form === "code" ? (withNewValue(target, piece, next) ?? linesLeft(target, stems, bringsCode)) : null;
    kept.splice(kept.indexOf(target), 1, ...(rest ? [rest] : []));
  }
  const said = withoutCorrectionMark(piece.text);
  return isStrong && (/^\W*$/.test(said) || (target !== undefined && SPEAKS_OF_WHAT_GOES.test(said)));
}

const NUMBER = /(?<![\w.])\d+(?:\.\d+)*(?!\w)/g;
const GIVES_NUMBER = /\b(?:try|use|take|set(?: it)?(?: to)?|put|make it)\s+`?(\d+(?:\.\d+)*)(?!\w)/gi;

/** 'no wait, 1380 is for trains. try 1280': the number that was wrong gives way to the one that is given for it; null where that is not all. */
function withNewValue(item: Kept, piece: JoinedSentence, next: Joined | undefined): Kept | null {
  const goesOn = next?.form === "sentence" && next.message - piece.message <= 1 ? next : null;
  const there: string[] = item.text.match(NUMBER) ?? [];
  const wrong = [...new Set(piece.text.match(NUMBER))].filter((number) => there.includes(number));
  const [old] = wrong;
  const given = `${piece.text} ${goesOn?.text ?? ""}`.matchAll(GIVES_NUMBER);
  const fresh = [...new Set([...given].map(([, number = ""]) => number))].filter((number) => number !== old);
  const [value] = fresh;
  if (!old || !value || wrong.length > 1 || fresh.length > 1 || there.filter((number) => number === old).length > 1)
    return null;
  const text = item.text.replace(NUMBER, (number) => (number === old ? value : number));
  const messages = [...new Set([...item.messages, ...piece.sources, ...(goesOn?.sources ?? [])])];
  return { ...item, text, stems: subjectOf(text), messages };
}

/** A block of code loses only the lines that the correction speaks of, and only when something takes their place. */
function linesLeft(item: Kept, stems: Set<string>, bringsCode: boolean): Kept | null {
  const lines = item.text.split("\n");
  if (!bringsCode) return item;
  if (lines.length === 1) return null;
  const left = lines.filter((line) => sharedWith(subjectOf(line), stems) === 0);
  if (left.length === lines.length) return item;
  return left.some((line) => line.trim())
    ? { ...item, text: left.join("\n"), stems: subjectOf(left.join("\n")) }
    : null;
}

/**
 * Sets a disagreement against what it disagrees with. Where its rival gives in, or the one who disagrees explains on and
 * nobody objects, the rival's statement goes, and true is returned where the sentence speaks of that alone; else both are taken as a
 * contradiction.
 */
export function noteContradiction(
  piece: JoinedSentence,
  author: string,
  conversation: ParsedConversation,
  later: Joined[],
  kept: Kept[],
  contradictions: Contradiction[],
): boolean {
  const rival = kept.findLast(
    (item) =>
      item.author !== author &&
      item.form === "sentence" &&
      ANSWERS.has(item.part) &&
      Math.abs((item.messages.at(-1) ?? 0) - piece.message) <= 4,
  );
  if (!rival) return false;
  const said = later.filter((other): other is JoinedSentence => other.form === "sentence");
  const authorOf = (other: Joined) => conversation.messages[other.message]?.author;
  const givesIn = said
    .slice(0, 7)
    .some((other) => authorOf(other) === rival.author && (other.acts.agreement || GIVES_IN.test(other.text)));
  const explainsOn = new Set(
    said.filter((other) => authorOf(other) === author && teaches(other)).map((other) => other.message),
  );
  const insists = said.some((other) => authorOf(other) === rival.author && teaches(other));
  if (givesIn || (explainsOn.size >= 2 && !insists)) {
    kept.splice(kept.indexOf(rival), 1);
    return SPEAKS_OF_RIVAL.test(piece.text) && !piece.acts.step && !piece.acts.advice;
  }
  const text =
    piece.contentWords.length < 2
      ? ""
      : polish(piece.text, [...new Set(conversation.messages.map((m) => m.authorName))]);
  if (!text) return false;
  kept.splice(kept.indexOf(rival), 1);
  contradictions.push({
    first: rival,
    second: sentence({ part: "fix", text, messages: piece.sources, author, salience: 2 }),
  });
  return true;
}
