import { cosine, type Encoder, type Vector } from "../meaning.ts";
import type { Told } from "./publishability.ts";
import { ANSWERS, type Kept } from "./statements.ts";

/** How alike a message is to what was asked, and to the rest of the answer: under both it speaks of something else. */
const LIKE_THE_QUESTION = 0.25;
const LIKE_THE_REST = 0.28;

/**
 * Messages of an answer that have nothing to do with its question or with the rest of the answer ("the window cleaners come
 * at three"), told by what they mean. Empty where nothing reads meaning.
 */
export async function asidesOf({ conversation, shape, told, title }: Told, encoder: Encoder): Promise<Set<number>> {
  const groups = [
    ...Map.groupBy(
      told.filter(({ part }) => ANSWERS.has(part)),
      (item) => item.messages[0] ?? 0,
    ),
  ];
  if (groups.length < 2) return new Set();
  const asked = told.filter(({ part }) => !ANSWERS.has(part)).map(({ text }) => text);
  const question = conversation.messages[Math.max(0, shape.questionAt)]?.text ?? "";
  const said = groups.map(([, items]) => items.map(({ text }) => text).join(" "));
  const also = groups.map(([, items]) => items[0]?.alsoAsked?.text ?? "");
  const read = await encoder.encode([title, [title, ...asked].join(". "), question, ...said, ...also]);
  const questions = read.slice(0, 3);
  const answers = read.slice(3, 3 + groups.length);
  const asides = groups.flatMap(([message, items], place) => {
    const own = answers[place];
    if (!own || !mayBeAside(items, message, shape.questionAt)) return [];
    const toQuestion = nearest(own, [...questions, read[3 + groups.length + place]]);
    const toRest = nearest(
      own,
      answers.filter((_, other) => other !== place),
    );
    return toQuestion < LIKE_THE_QUESTION && toRest < LIKE_THE_REST ? [message] : [];
  });
  return asides.length < groups.length ? new Set(asides) : new Set();
}

/** What was written as code, a command or a step, or right before such, stands with the answer whatever its words. */
const mayBeAside = (items: Kept[], message: number, questionAt: number) =>
  !(questionAt === -1 && message === 0) &&
  !items.some(({ form, text, isStep, listed }) => form === "code" || isStep || listed || /`|→|:$/.test(text));

const nearest = (own: Vector, others: (Vector | undefined)[]) =>
  Math.max(-1, ...others.flatMap((other) => (other ? [cosine(own, other)] : [])));
