import type { Talk } from "./read-talk.ts";
import { selectStatements } from "./select-statements.ts";
import { ANSWERS } from "./statements.ts";
import type { TalkShape } from "./talk-shape.ts";

/** An article of this talk would say something beside the question. */
export function isWorthWriting(talk: Talk, shape: TalkShape): boolean {
  const { kept, contradictions } = selectStatements(talk, shape);
  return contradictions.length > 0 || kept.some((item) => ANSWERS.has(item.part));
}
