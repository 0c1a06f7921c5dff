import { z } from "zod";
import type { AskedOfModel, FoundSentence, WritingOptions, WrittenClaim } from "../contract.ts";
import { redact } from "../redact/redact.ts";
import { cleanText } from "../text/clean-text.ts";
import { acceptStatement } from "./accept.ts";
import { evidenceOf } from "./exact.ts";
import { type Model, waiting } from "./model.ts";
import { ANSWER, type ClaimAnswer, claimsAnswer } from "./prompts/answer.ts";

const OUTPUT_TOKENS = 2_000;
const MOST_CLAIMS = 12;

const soFar = z.object({ answers: z.literal(true), claims: z.array(z.unknown()) });
const claimAnswer = claimsAnswer.shape.claims.element;

/**
 * The model's answer from these sentences alone, what is exact in it checked against those it names. No claims: the sentences do not
 * answer the question. Null: its answer cannot be used, the sentences stand for themselves. Throws `ModelWaits`.
 */
export async function answerWithModel(
  model: Pick<Model, "ask">,
  asked: AskedOfModel,
  { onClaim, signal }: WritingOptions,
): Promise<WrittenClaim[] | null> {
  const safe = asked.sentences.map((sentence) => ({ ...sentence, text: safeText(sentence.text) }));
  const checked: (WrittenClaim | null)[] = [];
  const check = (claims: readonly ClaimAnswer[]) => {
    for (const claim of claims.slice(checked.length, MOST_CLAIMS)) {
      const accepted = acceptClaim(claim, safe);
      const isNew = accepted && !checked.some((one) => one?.text === accepted.text);
      checked.push(isNew ? accepted : null);
      if (isNew) onClaim?.(accepted);
    }
  };
  const reply = await model.ask({
    ...ANSWER,
    data: {
      question: safeText(asked.question),
      ...(asked.previous !== null && { previous: safeText(asked.previous) }),
      sentences: safe.map(({ text, title }, place) => ({
        number: place + 1,
        ...(title && { article: safeText(title) }),
        text,
      })),
    },
    sources: [...new Set(safe.flatMap(({ sources }) => sources))],
    maxOutputTokens: OUTPUT_TOKENS,
    signal,
    onPartial: (partial) => check(completeClaims(partial)),
  });
  if (reply.kind === "waits") throw waiting(reply);
  if (reply.kind !== "answer") return null;
  if (!reply.answer.answers) return [];
  check(reply.answer.claims);
  const claims = checked.filter((claim) => claim !== null);
  return claims.length > 0 ? claims : null;
}

const safeText = (text: string) => redact(cleanText(text)).text.trim();

/** None of a model that declines; the last one may still grow. */
function completeClaims(partial: unknown): ClaimAnswer[] {
  const claims = soFar.safeParse(partial).data?.claims.slice(0, -1) ?? [];
  const complete = claims.map((claim) => claimAnswer.safeParse(claim).data);
  const end = complete.indexOf(undefined);
  return complete.slice(0, end < 0 ? undefined : end).filter((claim) => claim !== undefined);
}

/** Null where a number, name, link or code in it is not in the sentences it names, or it denies what none of them denies. */
function acceptClaim({ text, sources }: ClaimAnswer, sentences: readonly FoundSentence[]): WrittenClaim | null {
  const messages = sentences.map((sentence, place) => ({
    number: place + 1,
    externalId: String(place),
    at: "",
    by: "",
    replyTo: null,
    text: sentence.text,
  }));
  const accepted = acceptStatement({ form: "sentence", text, language: null, sources }, messages, evidenceOf([]));
  if ("refused" in accepted || accepted.doubtful.length > 0) return null;
  const places = accepted.statement.sources.map(Number);
  const named = places.flatMap((place) => sentences[place] ?? []);
  // What is disputed stands for itself, with what was said otherwise beside it.
  if (named.length > 1 && named.some(({ isDisputed }) => isDisputed)) return null;
  if (named.length !== new Set(sources).size) return null;
  if (!isDeniedAlike(accepted.statement.text, named)) return null;
  return { text: accepted.statement.text, sentences: places };
}

const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });
/** English and German: a sentence that loses one of them, or gains one, says the opposite. */
const DENIAL =
  /^(?:not|no|none|never|nobody|nothing|nowhere|neither|cannot|without|\p{L}+n['’]t|nicht|nichts|kein(?:e[mnrs]?|s)?|nie|niemals|niemand(?:e[mns])?|nirgend(?:s|wo)|keines(?:falls|wegs)|ohne|weder)$/iu;

function denialsIn(text: string): number {
  const words = [...WORDS.segment(text.replace(/`[^`]*`/g, " "))];
  return words.filter(({ segment, isWordLike }) => isWordLike && DENIAL.test(segment)).length;
}

/** As often as one of the sentences, or as all of them together. */
function isDeniedAlike(claim: string, sentences: readonly FoundSentence[]): boolean {
  const each = sentences.map(({ text }) => denialsIn(text));
  return [...each, each.reduce((sum, count) => sum + count, 0)].includes(denialsIn(claim));
}
