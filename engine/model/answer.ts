import { z } from "zod";
import { claimOf } from "../compare/compare-statements.ts";
import { isContrary } from "../compare/opposites.ts";
import type { AskedOfModel, FoundSentence, WritingOptions, WrittenClaim } from "../contract.ts";
import { redact } from "../redact/redact.ts";
import { cleanText } from "../text/clean-text.ts";
import { contentWordsOf, stem } from "../text/words.ts";
import { acceptStatements } from "./accept.ts";
import { gaveUp, type Model, ModelGaveUp } from "./model.ts";
import { type ClaimAnswer, claimsAnswer } from "./prompts/answers.ts";
import { ANSWER } from "./prompts/prompts.ts";

const OUTPUT_TOKENS = 900;
/** Of a written answer so much must be supported; else the sentences themselves answer better. */
const LEAST_SUPPORTED = 0.5;

const soFar = z.object({ claims: z.array(z.unknown()) });
const claimAnswer = claimsAnswer.shape.claims.element;

/**
 * The model's answer from these sentences alone, each claim checked against those it names. Null where the sentences do not answer or
 * too little of what it says is supported. Throws `ModelGaveUp`.
 */
export async function answerWithModel(
  model: Model,
  asked: AskedOfModel,
  { onClaim, signal }: WritingOptions,
): Promise<WrittenClaim[] | null> {
  const safe = asked.sentences.map((sentence) => ({ ...sentence, text: safeText(sentence.text) }));
  const checked: (WrittenClaim | null)[] = [];
  const check = (claims: readonly ClaimAnswer[]) => {
    for (const claim of claims.slice(checked.length)) {
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
      sentences: safe.map(({ text }, place) => ({ number: place + 1, text })),
    },
    sources: [...new Set(safe.flatMap(({ sources }) => sources))],
    maxOutputTokens: OUTPUT_TOKENS,
    signal,
    onPartial: (partial) => check(completeClaims(partial)),
  });
  if (reply.kind === "waits") throw gaveUp(reply);
  if (reply.kind !== "answer") throw new ModelGaveUp("unusable", reply.problem);
  check(reply.answer.claims);
  const claims = checked.filter((claim) => claim !== null);
  return claims.length > 0 && claims.length >= checked.length * LEAST_SUPPORTED ? claims : null;
}

const safeText = (text: string) => redact(cleanText(text)).text.trim();

/** The last one may still grow. */
function completeClaims(partial: unknown): ClaimAnswer[] {
  const claims = soFar.safeParse(partial).data?.claims.slice(0, -1) ?? [];
  const complete = claims.map((claim) => claimAnswer.safeParse(claim).data);
  const end = complete.indexOf(undefined);
  return complete.slice(0, end < 0 ? undefined : end).filter((claim) => claim !== undefined);
}

/** Null where the sentences it names do not say so. */
function acceptClaim({ text, sources }: ClaimAnswer, sentences: readonly FoundSentence[]): WrittenClaim | null {
  const messages = sentences.map((sentence, place) => ({
    number: place + 1,
    externalId: String(place),
    by: "",
    text: sentence.text,
  }));
  const answer = { form: "sentence", text, language: null, sources } as const;
  const [statement] = acceptStatements([answer], { messages }).statements;
  if (!statement) return null;
  const places = statement.sources.map(Number);
  const named = places.flatMap((place) => sentences[place] ?? []);
  // What is disputed stands for itself, with what was said otherwise beside it.
  if (named.length > 1 && named.some(({ isDisputed }) => isDisputed)) return null;
  if (named.length !== new Set(sources).size || turnsRound(statement.text, named)) return null;
  return { text: statement.text, sentences: places };
}

/** Whether it denies what the sentence nearest to it affirms, affirms what that denies, or says the opposite of a word. */
function turnsRound(text: string, named: readonly FoundSentence[]): boolean {
  const words = meaningOf(text);
  const shared = (other: string) => words.intersection(meaningOf(other)).size;
  const nearest = named.toSorted((a, b) => shared(b.text) - shared(a.text))[0];
  if (!nearest) return true;
  const [said, known] = [claimOf(text), claimOf(nearest.text)];
  return said.denies !== known.denies || isContrary(said.said, known.said) || deniesElse(text, named);
}

const CLAUSES = /(?<=[,;:.!?])\s+|\s+(?:and|but|or|because|so|then|if|unless|that|while|when)\s+/i;
const DENIALS = /\b(?:not|never|no|none|nobody|nothing|neither|nor|cannot|without)\b|n[’']t\b/gi;

/** Whether a clause denies more or less than the clause nearest to it: a sentence with one 'not' can hide another. */
function deniesElse(text: string, named: readonly FoundSentence[]): boolean {
  const known = named.flatMap((sentence) => clausesOf(sentence.text));
  return clausesOf(text).some(({ words, denials }) => {
    const likeness = (other: Clause) =>
      (2 * words.intersection(other.words).size) / (words.size + other.words.size || 1);
    const nearest = known.toSorted((a, b) => likeness(b) - likeness(a))[0];
    return nearest !== undefined && likeness(nearest) > 0 && nearest.denials !== denials;
  });
}

interface Clause {
  words: ReadonlySet<string>;
  denials: number;
}

const clausesOf = (text: string): Clause[] =>
  text.split(CLAUSES).map((part) => ({
    words: new Set(
      part
        .replace(DENIALS, " ")
        .toLowerCase()
        .match(/[\p{L}\d]+/gu),
    ),
    denials: part.match(DENIALS)?.length ?? 0,
  }));

const meaningOf = (text: string) => new Set(contentWordsOf(text).map(stem));
