import { MAY_BE_CORRECTED } from "../../shared/domain/article.ts";
import type { ReviewSettings } from "../../shared/domain/inbox.ts";
import type { ArticleState } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { chooseFirstState } from "./retract/hold-back.ts";
import {
  findChannelTrust,
  readReviewSettings,
  storeReviewSettings,
  trustChannelsWithArticles,
} from "./review-queries.ts";

type ReviewSettingsInput = Omit<ReviewSettings, Optional> & { [Name in Optional]?: ReviewSettings[Name] | undefined };
type Optional = "acceptedRisk" | "verifiedEdits";

/**
 * Saves the settings. If the review was off before, channels that already have articles become trusted, because they
 * are not new.
 */
export async function saveReviewSettings(scope: WorkspaceScope, given: ReviewSettingsInput): Promise<ReviewSettings> {
  const before = await readReviewSettings(scope);
  const { acceptedRisk = before.acceptedRisk, verifiedEdits = before.verifiedEdits } = given;
  const settings = { ...given, acceptedRisk, verifiedEdits };
  await storeReviewSettings(scope, settings);
  if (settings.reviewNewChannels && !before.reviewNewChannels) await trustChannelsWithArticles(scope);
  return settings;
}

/** The probability that an article is right, and the reasons against publishing it without a review. */
export interface PublishingConfidence {
  confidence: number;
  /** The engine found no evidence that the article is knowledge. */
  lacksGrounds?: boolean | undefined;
  /** A sentence of the article may have been corrected in the same conversation. */
  mayBeCorrected?: boolean | undefined;
  /** The engine's reasons for and against the article, in words for people. */
  reasons?: readonly string[] | undefined;
}

/** The first state of a new article from this channel. */
export async function chooseStateOfNewArticle(
  scope: WorkspaceScope,
  channelId: string,
  publishingConfidence: PublishingConfidence,
): Promise<FirstArticleState> {
  const begins = await chooseFirstState(scope, channelId);
  if (begins.state !== "stands") return begins;
  return chooseStateOfDraft(scope, channelId, publishingConfidence);
}

/**
 * The state of a rewritten draft. It is published now if the engine's confidence is high enough and its channel is
 * trusted.
 */
export async function chooseStateOfDraft(
  scope: WorkspaceScope,
  channelId: string,
  publishingConfidence: PublishingConfidence,
): Promise<FirstArticleState> {
  const settings = await readReviewSettings(scope);
  const bySureness = chooseStateBySettings(publishingConfidence, settings);
  if (bySureness.state === "draft" || !settings.reviewNewChannels) return bySureness;
  return (await stateOfFirst(scope, channelId)) ?? bySureness;
}

interface FirstArticleState {
  state: ArticleState;
  stateReason: string | null;
}

function chooseStateBySettings(
  { confidence, lacksGrounds, mayBeCorrected, reasons }: PublishingConfidence,
  { acceptedRisk }: ReviewSettings,
): FirstArticleState {
  if (mayBeCorrected && acceptedRisk < ALL_RISK) return { state: "draft", stateReason: MAY_BE_CORRECTED };
  if (lacksGrounds && acceptedRisk > 0) return { state: "draft", stateReason: NO_GROUNDS };
  const risk = Math.round((1 - confidence) * 100);
  const isSure = acceptedRisk > 0 && risk <= acceptedRisk;
  if (isSure) return { state: "stands", stateReason: null };
  return { state: "draft", stateReason: acceptedRisk > 0 ? explainUnsure(reasons) : ALL_REVIEWED };
}

/** The accepted risk at which people chose that no article waits. */
const ALL_RISK = 100;
const NO_GROUNDS =
  "It begins with no question that is answered, and Lorekeep is not sure that it helps others: it is reviewed before it is published.";

const ALL_REVIEWED = "Every article is reviewed before it is published.";
const UNSURE = "Lorekeep is not sure of it";
const CONFIRMING: readonly string[] = ["confirmed to work", "thanked", "the chat has settled it"];
const LIST = new Intl.ListFormat("en", { type: "conjunction" });

/** Contains no figure, because the sentence stays while a person rewrites the draft. */
function explainUnsure(reasons: readonly string[] = []): string {
  if (reasons.length === 0) return `${UNSURE}.`;
  const isConfirmed = reasons.some((reason) => CONFIRMING.includes(reason));
  return `${UNSURE}. It saw ${LIST.format(reasons)}${isConfirmed ? "" : "; no clear confirmation was found"}.`;
}

/** Null if the channel is already trusted. */
async function stateOfFirst(scope: WorkspaceScope, channelId: string): Promise<FirstArticleState | null> {
  const channel = await findChannelTrust(scope, channelId);
  if (!channel || channel.trustedAt) return null;
  return {
    state: "review",
    stateReason: `It is one of the first articles of #${channel.name} and waits for review.`,
  };
}
