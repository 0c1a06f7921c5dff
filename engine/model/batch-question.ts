import { z } from "zod";
import type { BatchQuestion, BatchQuestionItem, ModelQuestion, ModelReply } from "./model.ts";

const answers = z.strictObject({ answers: z.array(z.unknown()) });
export type BatchAnswer = z.infer<typeof answers>;

const numbered = z.looseObject({ number: z.int() });

/**
 * The message numbers of each item begin at another hundred, so that a citation of another item's message is detected.
 */
const STEP = 100;

function startsOf(asked: readonly { data: Record<string, unknown> }[]): number[] {
  let next = 0;
  return asked.map(({ data }) => {
    const start = next;
    next += Math.ceil((lastNumberOf(data) + 1) / STEP) * STEP;
    return start;
  });
}

const lastNumberOf = ({ messages }: Record<string, unknown>): number =>
  Array.isArray(messages) ? Math.max(0, ...messages.map(({ number }) => Number(number))) : 0;

/** Increases the number of every message by `by`, in lists of messages and in citations. */
function renumbered<Value>(value: Value, by: number): Value {
  const add = (number: unknown) => (typeof number === "number" ? number + by : number);
  const renumber = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(renumber);
    if (typeof one !== "object" || one === null) return one;
    const entries = Object.entries(one).map(([key, given]) => {
      if (key === "sources" && Array.isArray(given)) return [key, given.map(add)];
      if (key !== "messages" || !Array.isArray(given)) return [key, renumber(given)];
      return [
        key,
        given.map(({ number, replyTo, ...message }) => ({
          number: add(number),
          ...message,
          ...(replyTo !== undefined && { replyTo: add(replyTo) }),
        })),
      ];
    });
    return Object.fromEntries(entries);
  };
  return by === 0 ? value : (renumber(value) as Value);
}

/**
 * Whether an answer cites a message with a higher number than the item's `last` one. The answer's numbers are already
 * the item's own.
 */
function namesOthers(answer: unknown, last: number): boolean {
  if (Array.isArray(answer)) return answer.some((one) => namesOthers(one, last));
  if (typeof answer !== "object" || answer === null) return false;
  return Object.entries(answer).some(([key, given]) =>
    key === "sources" && Array.isArray(given)
      ? given.some((number) => number < 1 || number > last)
      : namesOthers(given, last),
  );
}

/**
 * Builds one question about all items. The answer is parsed item by item, so that one unusable part does not affect the
 * others.
 */
export function buildBatchQuestion<Answer>(
  { itemsName, data, items, schema, ...shared }: BatchQuestion<Answer>,
  asked: readonly BatchQuestionItem<Answer>[] = items,
): ModelQuestion<BatchAnswer> {
  const starts = startsOf(asked);
  return {
    ...shared,
    data: {
      ...data,
      [itemsName]: asked.map((item, place) => ({ number: place + 1, ...renumbered(item.data, starts[place] ?? 0) })),
    },
    sources: [...new Set(asked.flatMap(({ sources }) => sources))],
    schema: answers,
    wireSchema: z.strictObject({ answers: z.array(z.strictObject({ number: z.int(), ...schema.shape })) }),
  };
}

/** Splits the answer into a reply for each item, in the items' order. */
export function splitBatchReply<Answer>(
  { schema }: Pick<BatchQuestion<Answer>, "schema">,
  asked: readonly BatchQuestionItem<Answer>[],
  together: BatchAnswer,
): ModelReply<Answer>[] {
  const starts = startsOf(asked);
  const byNumber = new Map<number, unknown>();
  for (const one of together.answers) {
    const { data } = numbered.safeParse(one);
    if (!data || byNumber.has(data.number)) continue;
    const { number, ...answer } = data;
    byNumber.set(number, renumbered(answer, -(starts[number - 1] ?? 0)));
  }
  return asked.map((item, place) => {
    if (!byNumber.has(place + 1)) return { kind: "unusable", problem: "The answer left it out." };
    const { success, data, error } = schema.safeParse(byNumber.get(place + 1));
    if (success) {
      const isMixedUp = asked.length > 1 && namesOthers(data, lastNumberOf(item.data));
      const problem = isMixedUp ? "It names messages of another one." : (item.problemOf?.(data) ?? null);
      return problem ? { kind: "unusable", problem } : { kind: "answer", answer: data };
    }
    const where = error.issues.slice(0, 8).map(({ path, code }) => `${path.join(".") || "the answer"}: ${code}`);
    return { kind: "unusable", problem: `The answer does not fit the schema. ${where.join("; ")}` };
  });
}
