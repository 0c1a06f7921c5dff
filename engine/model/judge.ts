import type { DetectionSettings, Finding } from "../contract.ts";
import { thresholdOf } from "../find/detect.ts";
import { askTwice, type Model } from "./model.ts";
import type { JudgementAnswer } from "./prompts/answers.ts";
import { JUDGE } from "./prompts/prompts.ts";
import { asData, type SafeConversation } from "./safe-conversation.ts";
import { excerptOf } from "./split-conversation.ts";
import { sharesOf } from "./tokens.ts";

/**
 * Below this local score a conversation is chatter and no model is asked. It lies at or under the threshold of every
 * sensitivity (0.18 at the most aggressive one, 0.15 with a keyword), so that nothing is lost that the local engine alone
 * would have found. What it saves and what recall it costs is measured: `npm run evaluate -- --task llm`.
 */
const CLEARLY_CHATTER = 0.15;

/** How far a verdict moves the local score, in log-odds: a certain one turns any doubtful score, and a certain no decides. */
const WEIGHTS: Record<JudgementAnswer["certainty"], number> = { low: 0.6, medium: 1.5, high: 2.5 };
const OUTPUT_TOKENS = 1_000;
/** A longer conversation is judged by its beginning and its end. */
const JUDGED_TOKENS = 4_000;

/** Asks the model and weighs its verdict with the local engine's. Throws `ModelGaveUp`. */
export async function judgeWithModel(
  model: Model,
  conversation: SafeConversation,
  finding: Finding,
  settings: DetectionSettings,
): Promise<Finding> {
  const { input, output } = sharesOf(model.contextTokens);
  const messages = asData(excerptOf(conversation.messages, Math.min(JUDGED_TOKENS, input)));
  const maxOutputTokens = Math.min(OUTPUT_TOKENS, output);
  const verdict = await askTwice(model, { ...JUDGE, data: { messages }, maxOutputTokens });
  const otherConversations = otherConversationsOf(verdict, conversation);
  return { ...weigh(finding, verdict, settings), ...(otherConversations.length > 0 && { otherConversations }) };
}

/** Only what a certain model says; the first message stays, and each other one is in one list at most. */
function otherConversationsOf(verdict: JudgementAnswer, { messages }: SafeConversation): string[][] {
  if (verdict.certainty !== "high") return [];
  const left = new Map(messages.slice(1).map(({ number, externalId }) => [number, externalId]));
  const take = (number: number) => {
    const id = left.get(number);
    left.delete(number);
    return id ?? [];
  };
  const lists = verdict.otherConversations.map((numbers) => numbers.toSorted((a, b) => a - b).flatMap(take));
  return lists.filter((ids) => ids.length > 0);
}

/** Whether any verdict could make something else of it: a certain no of a yes, the most certain yes of a no. */
export function canChange(finding: Finding, settings: DetectionSettings): boolean {
  if (finding.isKnowledge) return true;
  if (finding.score < CLEARLY_CHATTER) return false;
  return sigmoid(logit(finding.score) + WEIGHTS.high) >= thresholdOf(settings.sensitivity);
}

/** The score stays ours: the model's word moves it, the workspace's threshold decides; a certain no of the model is one. */
export function weigh(finding: Finding, verdict: JudgementAnswer, settings: DetectionSettings): Finding {
  const direction = verdict.isKnowledge ? 1 : -1;
  const score = sigmoid(logit(finding.score) + direction * WEIGHTS[verdict.certainty]);
  // Where the local engine says yes below the threshold, one of the workspace's keywords has lowered it.
  const threshold = finding.isKnowledge
    ? Math.min(thresholdOf(settings.sensitivity), finding.score)
    : thresholdOf(settings.sensitivity);
  const seen = verdict.isKnowledge ? "the model sees knowledge in it" : "the model sees no knowledge in it";
  return {
    score,
    isKnowledge: score >= threshold && (verdict.isKnowledge || verdict.certainty !== "high"),
    contentType: verdict.isKnowledge ? verdict.contentType : finding.contentType,
    reasons: [...finding.reasons, seen],
  };
}

function logit(score: number): number {
  const p = Math.min(0.99, Math.max(0.01, score));
  return Math.log(p / (1 - p));
}

function sigmoid(x: number): number {
  return Math.round(1_000 / (1 + Math.exp(-x))) / 1_000;
}
