import { readFileSync } from "node:fs";
import { CROWDED, IN_A_CROWD, mostFor, UNCLEAR } from "./needs-reader.ts";
import { featuresWithoutTitle, OF_BEST_TITLE, publishFeatures, type Told } from "./publish-features.ts";
import { rememberingLast } from "./remember.ts";
import { answersOf } from "./statements.ts";

/** Logits by the name of the feature, and the mean and spread they were fitted with. */
export interface PublishWeights {
  bias: number;
  features: Record<string, { weight: number; mean: number; spread: number }>;
}

/** The chance that the article can be published as it is, and what speaks against it. */
export const publishability = rememberingLast(judgeTold);

function judgeTold(given: Told): { confidence: number; doubts: string[] } {
  const features = publishFeatures(given);
  const {
    leftOut = 0,
    titlePoints = 0,
    titleVague = 0,
    thanked = 0,
    confirmed = 0,
    stillWrong = 0,
    asksOn = 0,
    gaps = 0,
    contradictions = 0,
    asked = 0,
    titleHalf = 0,
    addressed = 0,
    repliedTo = 0,
  } = features;
  const doubts = [
    titlePoints < UNCLEAR || titleVague > 0 || titleHalf > 0 ? "the title may not be clear" : null,
    leftOut > 1.5 ? "the conversation is about several things" : null,
    stillWrong || asksOn || repliedTo ? "the question may still be open" : null,
    asked && !thanked && !confirmed ? "nobody confirmed the answer" : null,
    gaps ? "something that was shown is missing" : null,
    contradictions ? "people did not agree" : null,
    addressed >= CROWDED ? IN_A_CROWD : null,
  ];
  return { confidence: confidenceOf(given, features), doubts: doubts.filter((doubt) => doubt !== null) };
}

/** The most that any title could make of what is told: whether an article is out of the question shows before a title is looked for. */
export const confidenceAtBest = (given: Told): number =>
  Math.max(HOPELESS, confidenceOf(given, { ...featuresWithoutTitle(given), ...OF_BEST_TITLE }));

function confidenceOf(given: Told, features: Record<string, number>): number {
  const { publishable, exists } = shippedWeights();
  const chance = chanceOf(publishable, features);
  const isCrowded = (features["addressed"] ?? 0) >= CROWDED;
  const isNone =
    isHopeless(given, features) ||
    chanceOf(exists, features) < WORTH_A_DRAFT ||
    (isCrowded && chance < WORTH_READING_IN_A_CROWD);
  const confidence = isNone ? HOPELESS : Math.min(chance, mostFor(features));
  return Math.round(confidence * 1_000) / 1_000;
}

/** What no workspace is shown, not even as a draft. */
const HOPELESS = 0.01;
/** From this score on an answer is believed that takes up no word of the question. */
const SURELY_KNOWLEDGE = 0.8;
/** Chances from which a draft is worth the time of who reads it: that it should exist at all, that it is fit as it is. */
const WORTH_A_DRAFT = 0.7;
/**
 * Where many talk at once. Of 137 articles of strangers' rooms that were read and never fitted, 41 should not exist; of the 58 from this
 * chance on 9, and 10 of the 12 that could be published as they were are among them.
 */
const WORTH_READING_IN_A_CROWD = 0.5;

function chanceOf({ bias, features: weights }: PublishWeights, features: Record<string, number>): number {
  const logit = Object.entries(weights).reduce(
    (sum, [name, { weight, mean, spread }]) => sum + (weight * ((features[name] ?? 0) - mean)) / spread,
    bias,
  );
  return 1 / (1 + Math.exp(-logit));
}

/** Nothing to find it by, or a question with no answer, or with one that speaks of something else. */
function isHopeless({ told, shape, isAnything, score }: Told, features: Record<string, number>) {
  const { titlePoints = 0, onSubject = 0, thanked, confirmed } = features;
  if (titlePoints < 0 || !isAnything) return true;
  if (shape.questionAt === -1) return false;
  const answers = answersOf(told);
  const isFar = (answers[0]?.messages[0] ?? 0) - shape.questionAt > 3;
  const isDoubtful = onSubject === 0 && isFar && !thanked && !confirmed && score < SURELY_KNOWLEDGE;
  return answers.length === 0 || isDoubtful;
}

let shipped: Record<"publishable" | "exists", PublishWeights> | undefined;

function shippedWeights(): Record<"publishable" | "exists", PublishWeights> {
  shipped ??= JSON.parse(readFileSync(new URL("./publish-weights.json", import.meta.url), "utf8")) as typeof shipped &
    object;
  return shipped;
}
