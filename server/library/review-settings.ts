import type { ReviewSettings } from "../../shared/domain/inbox.ts";
import type { ArticleStanding } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { standingIn } from "./retract/hold-back.ts";
import { findTrust, readReviewSettings, storeReviewSettings, trustChannelsWithArticles } from "./review-queries.ts";

type SavedReview = Omit<ReviewSettings, "acceptedRisk"> & { acceptedRisk?: number | undefined };

/** Channels whose articles stand already are no new ones: turning the review on trusts them. */
export async function saveReviewSettings(scope: WorkspaceScope, given: SavedReview): Promise<ReviewSettings> {
  const before = await readReviewSettings(scope);
  const settings = { ...given, acceptedRisk: given.acceptedRisk ?? before.acceptedRisk };
  await storeReviewSettings(scope, settings);
  if (settings.reviewNewChannels && !before.reviewNewChannels) await trustChannelsWithArticles(scope);
  return settings;
}

/** How an article that is written from this channel now, with this confidence, begins. */
export async function standingOfNew(scope: WorkspaceScope, channelId: string, confidence: number): Promise<Standing> {
  const begins = await standingIn(scope, channelId);
  if (begins.standing !== "stands") return begins;
  const settings = await readReviewSettings(scope);
  return (settings.reviewNewChannels && (await standingOfFirst(scope, channelId))) || standingBy(confidence, settings);
}

/** A draft that was written anew: published now, when the engine has become sure of it. */
export async function standingOfDraft(scope: WorkspaceScope, confidence: number): Promise<Standing> {
  return standingBy(confidence, await readReviewSettings(scope));
}

interface Standing {
  standing: ArticleStanding;
  standingReason: string | null;
}

function standingBy(confidence: number, { acceptedRisk }: ReviewSettings): Standing {
  const isSure = Math.round((1 - confidence) * 100) <= acceptedRisk;
  return isSure ? { standing: "stands", standingReason: null } : { standing: "draft", standingReason: DRAFT };
}

const DRAFT =
  "The engine is not sure enough of this article to publish it: it stays a draft until somebody reviews it.";

/** Null: the channel is trusted already. */
async function standingOfFirst(scope: WorkspaceScope, channelId: string): Promise<Standing | null> {
  const channel = await findTrust(scope, channelId);
  if (!channel || channel.trustedAt) return null;
  return {
    standing: "review",
    standingReason: `It is one of the first articles of #${channel.name} and waits for review.`,
  };
}
