import { z } from "zod";
import type { AskedOfModel, FoundSentence, WritingOptions, WrittenClaim } from "../contract.ts";
import { acceptStatement } from "./accept.ts";
import { evidenceOf } from "./exact.ts";
import { type Model, waiting } from "./model.ts";
import { namedIn } from "./people.ts";
import { ANSWER, type ClaimAnswer, claimsAnswer } from "./prompts/answer.ts";
import { SPEAKER, safeMessagesOf } from "./safe-messages.ts";
import { estimateTokens, sharesOf } from "./tokens.ts";

const OUTPUT_TOKENS = 2_000;
const MOST_CLAIMS = 12;

const soFar = z.object({ answers: z.literal(true), claims: z.array(z.unknown()) });
const claimAnswer = claimsAnswer.shape.claims.element;

/**
 * The model's answer from these sentences alone, what is exact in it checked against those it names. No claims: the sentences do not
 * answer the question. Null: its answer cannot be used, the sentences stand for themselves. Throws `ModelWaits`.
 */
export async function answerWithModel(
  model: Pick<Model, "ask" | "contextTokens">,
  asked: AskedOfModel,
  { onClaim, signal }: WritingOptions,
): Promise<WrittenClaim[] | null> {
  const { question, previous, people } = asked;
  const said = asked.sentences.flatMap(({ text, title = "" }) => [text, title]);
  const { safely, people: names } = safeMessagesOf([], people, [question, previous ?? "", ...said]);
  const safe = fitting(
    asked.sentences.map((sentence) => ({ ...sentence, text: safely(sentence.text) })),
    sharesOf(model.contextTokens).input,
  );
  const checked: (WrittenClaim | null)[] = [];
  const named = (claim: WrittenClaim) => ({ ...claim, text: namedIn(claim.text, names) });
  const check = (claims: readonly ClaimAnswer[]) => {
    for (const claim of claims.slice(checked.length, MOST_CLAIMS)) {
      const accepted = acceptClaim(claim, safe);
      const isNew = accepted && !checked.some((one) => one?.text === accepted.text);
      checked.push(isNew ? accepted : null);
      if (isNew) onClaim?.(named(accepted));
    }
  };
  const reply = await model.ask({
    ...ANSWER,
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
  if (reply.kind === "waits") throw waiting(reply);
  if (reply.kind !== "answer") return null;
  if (!reply.answer.answers) return [];
  check(reply.answer.claims);
  const claims = checked.filter((claim) => claim !== null).map(named);
  return claims.length > 0 ? claims : null;
}

/** As many of the first as the window has room for. */
function fitting(sentences: FoundSentence[], room: number): FoundSentence[] {
  let left = room;
  const end = sentences.findIndex(({ text, title = "" }) => (left -= estimateTokens(`${title}${text}`) + 20) < 0);
  return sentences.slice(0, end < 0 ? undefined : end);
}

/** None of a model that declines; the last one may still grow. */
function completeClaims(partial: unknown): ClaimAnswer[] {
  const claims = soFar.safeParse(partial).data?.claims.slice(0, -1) ?? [];
  const complete = claims.map((claim) => claimAnswer.safeParse(claim).data);
  const end = complete.indexOf(undefined);
  return complete.slice(0, end < 0 ? undefined : end).filter((claim) => claim !== undefined);
}

/** Null where a number, name, person, link or code in it is not in the sentences it names, or it denies what none of them denies. */
function acceptClaim({ text, sources }: ClaimAnswer, sentences: readonly FoundSentence[]): WrittenClaim | null {
  // Nobody who answers shows an image: what would be left of it are words without a sense.
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
  const accepted = acceptStatement({ form: "sentence", text, language: null, sources }, messages, evidenceOf([]));
  if ("refused" in accepted || accepted.doubtful.length > 0) return null;
  const places = accepted.statement.sources.map(Number);
  const named = places.flatMap((place) => sentences[place] ?? []);
  // What is disputed stands for itself, with what was said otherwise beside it.
  if (named.length > 1 && named.some(({ isDisputed }) => isDisputed)) return null;
  if (named.length !== new Set(sources).size) return null;
  if (!isDeniedAlike(accepted.statement.text, named)) return null;
  if (!namesTheSame(accepted.statement.text, named)) return null;
  return { text: accepted.statement.text, sentences: places };
}

const peopleIn = (text: string) => new Set((text.match(SPEAKER) ?? []).map((person) => person.toLowerCase()));

/** Whom it names is named in one of the sentences. */
const namesTheSame = (claim: string, sentences: readonly FoundSentence[]): boolean =>
  peopleIn(claim).isSubsetOf(peopleIn(sentences.map(({ text }) => text).join("\n")));

const WORDS = new Intl.Segmenter(undefined, { granularity: "word" });
/** English and German: a sentence that loses one of them, or gains one, says the opposite. */
const DENIAL =
  /^(?:not|no|none|never|nobody|nothing|nowhere|neither|cannot|without|\p{L}+n['’]t|nicht|nichts|kein(?:e[mnrs]?|s)?|nie|niemals|niemand(?:e[mns])?|nirgend(?:s|wo)|keines(?:falls|wegs)|ohne|weder)$/iu;

function denialsIn(text: string): number {
  const words = [...WORDS.segment(text.replace(/`[^`]*`/g, " "))];
  return words.filter(({ segment, isWordLike }) => isWordLike && DENIAL.test(segment)).length;
}

/** French, Spanish, Italian, Portuguese and Dutch, which often deny with two words at once. */
const DENIAL_ELSEWHERE =
  /(?<!\p{L})(?:pas|jamais|rien|aucune?|sans|nunca|nada|nadie|jamás|ning[uú]n[ao]?|sin|non|niente|nessun[ao]?|senza|não|nem|sem|niet|geen|nooit|zonder)(?!\p{L})/iu;

/** As often as one of the sentences, or as all of them together; in those other languages that it denies at all. */
function isDeniedAlike(claim: string, sentences: readonly FoundSentence[]): boolean {
  const each = sentences.map(({ text }) => denialsIn(text));
  const own = denialsIn(claim);
  if (own === 0 && DENIAL_ELSEWHERE.test(claim))
    return sentences.some(({ text }, place) => each[place] !== 0 || DENIAL_ELSEWHERE.test(text));
  return [...each, each.reduce((sum, count) => sum + count, 0)].includes(own);
}
