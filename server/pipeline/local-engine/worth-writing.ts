import type { Talk } from "./read-talk.ts";
import { selectStatements } from "./select-statements.ts";
import { ANSWERS } from "./statements.ts";
import type { TalkShape } from "./talk-shape.ts";
import { titleOf } from "./title-of-talk.ts";

/** Logits taken from the score, before calibration, of talk that would make a poor article. */
const NO_TITLE = 1;
const RAMBLING = 1.5;
/** From this many sentences on a talk counts as long; most of a long talk about one thing can be used. */
const LONG_TALK = 15;
const USED_SHARE = 0.2;

export interface Draft {
  /** It would say something beside the question. */
  answers: boolean;
  /** What speaks against it, in logits; 0 when it can be read. */
  penalty: number;
}

/** What an article of this talk would be worth to a reader, without writing it. */
export function draftOf(talk: Talk, shape: TalkShape): Draft {
  const { kept, contradictions } = selectStatements(talk, shape);
  const sentences = talk.pieces.filter((piece) => piece.form === "sentence").length;
  return {
    answers: contradictions.length > 0 || kept.some((item) => ANSWERS.has(item.part)),
    penalty:
      (titleOf(talk, shape, kept, [], "").isClear ? 0 : NO_TITLE) +
      (sentences > LONG_TALK && kept.length < sentences * USED_SHARE ? RAMBLING : 0),
  };
}
