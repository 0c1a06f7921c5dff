import { cosine, type Encoder, type Vector } from "../encoder/meaning.ts";
import type { Told } from "./publish-features.ts";
import { ANSWERS, type Kept, subjectOf } from "./statements.ts";

/** How alike a message is to what was asked, and to the rest of the answer: under both it speaks of something else. */
const LIKE_THE_QUESTION = 0.25;
const LIKE_THE_REST = 0.28;

/** What one message says of an answer. */
interface Group {
  message: number;
  items: Kept[];
  text: string;
  /** The further question that it answers, if it does. */
  alsoAsked: string;
  words: Set<string>;
}

/**
 * Messages of an answer that have nothing to do with its question or with the rest of the answer ("the window cleaners come
 * at three"): they share no word with either, and no meaning. Read is only what shares no word, which is one article in five.
 * Empty where nothing reads meaning.
 */
export async function asidesOf({ conversation, shape, told, title }: Told, encoder: Encoder): Promise<Set<number>> {
  const groups = groupsOf(told);
  if (groups.length < 2) return new Set();
  const asked = told.filter(({ part }) => !ANSWERS.has(part)).map(({ text }) => text);
  const whole = [title, ...asked].join(". ");
  const first = conversation.messages[Math.max(0, shape.questionAt)]?.text ?? "";
  const ofQuestion = subjectOf(`${whole} ${first}`);
  let far = groups.filter((group) => mayBeAside(group, shape.questionAt) && isApart(group, groups, ofQuestion));
  // The shorter a text the sooner it is read: what is like one of them need not be compared with the rest.
  const asking = [() => title, ({ alsoAsked }: Group) => alsoAsked, () => first, () => whole];
  for (const askedOf of asking) far = await unlike(far, askedOf, encoder);
  if (far.length === 0) return new Set();
  const answers = await encoder.encode(groups.map(({ text }) => text));
  const asides = far.flatMap((group) => {
    const own = answers[groups.indexOf(group)];
    const others = answers.filter((_, place) => groups[place] !== group);
    return own && nearest(own, others) < LIKE_THE_REST ? [group.message] : [];
  });
  return asides.length < groups.length ? new Set(asides) : new Set();
}

/** Those whose meaning can be read and is not that of what was asked. */
async function unlike(groups: Group[], askedOf: (group: Group) => string, encoder: Encoder): Promise<Group[]> {
  if (groups.length === 0) return [];
  const read = await encoder.encode(groups.flatMap((group) => [group.text, askedOf(group)]));
  return groups.filter((_, place) => {
    const own = read[2 * place];
    return own && nearest(own, [read[2 * place + 1]]) < LIKE_THE_QUESTION;
  });
}

function groupsOf(told: Kept[]): Group[] {
  const byMessage = Map.groupBy(
    told.filter(({ part }) => ANSWERS.has(part)),
    ({ messages }) => messages[0] ?? 0,
  );
  return [...byMessage].map(([message, items]) => {
    const text = items.map((item) => item.text).join(" ");
    return { message, items, text, alsoAsked: items[0]?.alsoAsked?.text ?? "", words: subjectOf(text) };
  });
}

/** It shares no word with what was asked, nor with the rest of the answer. */
const isApart = (group: Group, groups: Group[], ofQuestion: Set<string>) =>
  group.words.isDisjointFrom(ofQuestion) &&
  group.words.isDisjointFrom(subjectOf(group.alsoAsked)) &&
  groups.every((other) => other === group || other.words.isDisjointFrom(group.words));

/** What was written as code, a command or a step, or right before such, stands with the answer whatever its words. */
const mayBeAside = ({ items, message }: Group, questionAt: number) =>
  !(questionAt === -1 && message === 0) &&
  !items.some(({ form, text, isStep, listed }) => form === "code" || isStep || listed || /`|→|:$/.test(text));

const nearest = (own: Vector, others: (Vector | undefined)[]) =>
  Math.max(-1, ...others.flatMap((other) => (other ? [cosine(own, other)] : [])));
