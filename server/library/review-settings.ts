import type { ReviewSettings } from "../../shared/domain/inbox.ts";
import type { ArticleState } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { stateIn } from "./retract/hold-back.ts";
import { findTrust, readReviewSettings, storeReviewSettings, trustChannelsWithArticles } from "./review-queries.ts";

type SavedReview = Omit<ReviewSettings, "acceptedRisk"> & { acceptedRisk?: number | undefined };

/** Turning the review on trusts channels that have articles already, because they are not new. */
export async function saveReviewSettings(scope: WorkspaceScope, given: SavedReview): Promise<ReviewSettings> {
  const before = await readReviewSettings(scope);
  const settings = { ...given, acceptedRisk: given.acceptedRisk ?? before.acceptedRisk };
  await storeReviewSettings(scope, settings);
  if (settings.reviewNewChannels && !before.reviewNewChannels) await trustChannelsWithArticles(scope);
  return settings;
}

/** The first state of an article that is written from this channel now with this confidence. */
export async function stateOfNew(scope: WorkspaceScope, channelId: string, confidence: number): Promise<FirstState> {
  const begins = await stateIn(scope, channelId);
  if (begins.state !== "stands") return begins;
  const settings = await readReviewSettings(scope);
  return (settings.reviewNewChannels && (await stateOfFirst(scope, channelId))) || stateBy(confidence, settings);
}

/** The state of a rewritten draft: it is published now if the engine has become sure of it. */
export async function stateOfDraft(scope: WorkspaceScope, confidence: number): Promise<FirstState> {
  return stateBy(confidence, await readReviewSettings(scope));
}

interface FirstState {
  state: ArticleState;
  stateReason: string | null;
}

function stateBy(confidence: number, { acceptedRisk }: ReviewSettings): FirstState {
  const risk = Math.round((1 - confidence) * 100);
  const isSure = acceptedRisk > 0 && risk <= acceptedRisk;
  return isSure
    ? { state: "stands", stateReason: null }
    : { state: "draft", stateReason: whyDraft(risk, acceptedRisk) };
}

/** `risk` and `acceptedRisk` in percent. */
const whyDraft = (risk: number, acceptedRisk: number) =>
  acceptedRisk > 0
    ? `Confidence ${100 - risk}%: articles below ${100 - acceptedRisk}% are reviewed before they are published.`
    : "Every article is reviewed before it is published.";

/** Null: the channel is trusted already. */
async function stateOfFirst(scope: WorkspaceScope, channelId: string): Promise<FirstState | null> {
  const channel = await findTrust(scope, channelId);
  if (!channel || channel.trustedAt) return null;
  return {
    state: "review",
    stateReason: `It is one of the first articles of #${channel.name} and waits for review.`,
  };
}
