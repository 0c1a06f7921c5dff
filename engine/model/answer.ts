import { z } from "zod";
import type { AnswerRequest, FoundSentence, WritingOptions, WrittenClaim } from "../contract.ts";
import { collectEvidence } from "./exact-evidence.ts";
import { type LanguageModel, toModelUnavailable } from "./model.ts";
import { replacePseudonyms } from "./people.ts";
import { ANSWER_PROMPT, answerSchema, type ClaimAnswer } from "./prompts/answer.ts";
import { PSEUDONYM_PATTERN, toSafeMessages } from "./safe-messages.ts";
import { divideContext, estimateTokens } from "./tokens.ts";
import { verifyStatement } from "./verify-statement.ts";

const OUTPUT_TOKENS = 2_000;
const MOST_CLAIMS = 12;

const soFar = z.object({ answers: z.literal(true), claims: z.array(z.unknown()) });
const claimAnswer = answerSchema.shape.claims.element;

/**
 * Lets the language model answer a question from these sentences only. Numbers, names, links and code are compared with
 * the cited sentences. Returns an empty list if the sentences do not answer the question. Returns null if the model's
 * answer is unusable; the sentences are then shown. Throws `ModelUnavailable`.
 */
export async function answerWithModel(
  model: Pick<LanguageModel, "ask" | "contextTokens">,
  asked: AnswerRequest,
  { onClaim, signal }: WritingOptions,
): Promise<WrittenClaim[] | null> {
  const { question, previous, people } = asked;
  const said = asked.sentences.flatMap(({ text, title = "" }) => [text, title]);
  const { safely, people: names } = toSafeMessages([], people, [question, previous ?? "", ...said]);
  const safe = fitting(
    asked.sentences.map((sentence) => ({ ...sentence, text: safely(sentence.text) })),
    divideContext(model.contextTokens).input,
  );
  const checked: (WrittenClaim | null)[] = [];
  const named = (claim: WrittenClaim) => ({ ...claim, text: replacePseudonyms(claim.text, names) });
  const check = (claims: readonly ClaimAnswer[]) => {
    for (const claim of claims.slice(checked.length, MOST_CLAIMS)) {
      const accepted = acceptClaim(claim, safe);
      const isNew = accepted && !checked.some((one) => one?.text === accepted.text);
      checked.push(isNew ? accepted : null);
      if (isNew) onClaim?.(named(accepted));
    }
  };
  const reply = await model.ask({
    ...ANSWER_PROMPT,
    data: {
      question: safely(question),
      ...(previous !== null && { previous: safely(previous) }),
      sentences: safe.map(({ text, title }, place) => ({
        number: place + 1,
        ...(title && { article: safely(title) }),
        text,
      })),
    },
    sources: [...new Set(safe.flatMap(({ sources }) => sources))],
    maxOutputTokens: OUTPUT_TOKENS,
    signal,
    onPartial: (partial) => check(completeClaims(partial)),
  });
  if (reply.kind === "waits") throw toModelUnavailable(reply);
  if (reply.kind !== "answer") return null;
  if (!reply.answer.answers) return [];
  check(reply.answer.claims);
  const claims = checked.filter((claim) => claim !== null).map(named);
  return claims.length > 0 ? claims : null;
}

/** Returns the first sentences that fit into `room` tokens. */
function fitting(sentences: FoundSentence[], room: number): FoundSentence[] {
  let left = room;
  const end = sentences.findIndex(({ text, title = "" }) => (left -= estimateTokens(`${title}${text}`) + 20) < 0);
  return sentences.slice(0, end < 0 ? undefined : end);
}

/**
 * Drops the last claim of a partial answer, which may be incomplete. Returns no claims if the model does not answer.
 */
function completeClaims(partial: unknown): ClaimAnswer[] {
  const claims = soFar.safeParse(partial).data?.claims.slice(0, -1) ?? [];
  const complete = claims.map((claim) => claimAnswer.safeParse(claim).data);
  const end = complete.indexOf(undefined);
  return complete.slice(0, end < 0 ? undefined : end).filter((claim) => claim !== undefined);
}

/**
 * Returns null if the claim contains a number, name, person, link or code that the cited sentences lack, or if the
 * claim has other negations.
 */
function acceptClaim({ text, sources }: ClaimAnswer, sentences: readonly FoundSentence[]): WrittenClaim | null {
  // Answers show no images. Without its image, a claim would consist of a meaningless label.
  if (text.includes("![")) return null;
  const messages = sentences.map((sentence, place) => ({
    number: place + 1,
    externalId: String(place),
    at: "",
    by: "",
    replyTo: null,
    text: sentence.text,
    reactions: null,
  }));
  const accepted = verifyStatement({ text, sources }, messages, collectEvidence([]));
  if ("refused" in accepted || accepted.doubtful.length > 0) return null;
  const places = accepted.statement.sources.map(Number);
  const named = places.flatMap((place) => sentences[place] ?? []);
  // A disputed sentence is shown beside the statement that contradicts it, so it is not merged with others.
  if (named.length > 1 && named.some(({ isDisputed }) => isDisputed)) return null;
  if (named.length !== new Set(sources).size) return null;
  if (!isDeniedAlike(accepted.statement.text, named)) return null;
  if (!namesTheSame(accepted.statement.text, named)) return null;
  return { text: accepted.statement.text, sentences: places };
}

const peopleIn = (text: string) => new Set((text.match(PSEUDONYM_PATTERN) ?? []).map((person) => person.toLowerCase()));

/** Whether the sentences name every person in the claim. */
const namesTheSame = (claim: string, sentences: readonly FoundSentence[]): boolean =>
  peopleIn(claim).isSubsetOf(peopleIn(sentences.map(({ text }) => text).join("\n")));

const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });
/** Matches negations in English and German. A sentence that loses or gains a negation means the opposite. */
const DENIAL =
  /^(?:not|no|none|never|nobody|nothing|nowhere|neither|cannot|without|\p{L}+n['’]t|nicht|nichts|kein(?:e[mnrs]?|s)?|nie|niemals|niemand(?:e[mns])?|nirgend(?:s|wo)|keines(?:falls|wegs)|ohne|weder)$/iu;

function denialsIn(text: string): number {
  const words = [...WORDS.segment(text.replace(/`[^`]*`/g, " "))];
  return words.filter(({ segment, isWordLike }) => isWordLike && DENIAL.test(segment)).length;
}

/**
 * Matches negations in French, Spanish, Italian, Portuguese and Dutch. They often consist of two words, so they are not
 * counted: only their presence is compared.
 */
const DENIAL_ELSEWHERE =
  /(?<!\p{L})(?:pas|jamais|rien|aucune?|sans|nunca|nada|nadie|jamás|ning[uú]n[ao]?|sin|non|niente|nessun[ao]?|senza|não|nem|sem|niet|geen|nooit|zonder)(?!\p{L})/iu;

/**
 * Whether the claim has as many negations as one of the sentences or as all sentences together. In other languages,
 * only the presence of a negation is compared.
 */
function isDeniedAlike(claim: string, sentences: readonly FoundSentence[]): boolean {
  const each = sentences.map(({ text }) => denialsIn(text));
  const own = denialsIn(claim);
  if (own === 0 && DENIAL_ELSEWHERE.test(claim))
    return sentences.some(({ text }, place) => each[place] !== 0 || DENIAL_ELSEWHERE.test(text));
  return [...each, each.reduce((sum, count) => sum + count, 0)].includes(own);
}
