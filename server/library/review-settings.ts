import { and, eq, isNull, sql } from "drizzle-orm";
import { type ReviewSettings, UNSAVED_REVIEW_SETTINGS } from "../../shared/domain/inbox.ts";
import { type ArticleStanding, channels, reviewSettings } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { standingIn } from "./retract/hold-back.ts";

export async function readReviewSettings({ workspaceId, tx }: WorkspaceScope): Promise<ReviewSettings> {
  const [row] = await tx.select().from(reviewSettings).where(eq(reviewSettings.workspaceId, workspaceId));
  if (!row) return UNSAVED_REVIEW_SETTINGS;
  const { workspaceId: _, ...settings } = row;
  return settings;
}

type SavedReview = Omit<ReviewSettings, "acceptedRisk"> & { acceptedRisk?: number | undefined };

/** Channels whose articles stand already are no new ones: turning the review on trusts them. */
export async function saveReviewSettings(scope: WorkspaceScope, given: SavedReview): Promise<ReviewSettings> {
  const { workspaceId, tx } = scope;
  const before = await readReviewSettings(scope);
  const settings = { ...given, acceptedRisk: given.acceptedRisk ?? before.acceptedRisk };
  await tx
    .insert(reviewSettings)
    .values({ ...settings, workspaceId })
    .onConflictDoUpdate({ target: reviewSettings.workspaceId, set: settings });
  if (settings.reviewNewChannels && !before.reviewNewChannels) {
    await tx
      .update(channels)
      .set({ trustedAt: sql`now()` })
      .where(
        and(
          eq(channels.workspaceId, workspaceId),
          isNull(channels.trustedAt),
          sql`exists (select from articles a where a.workspace_id = ${workspaceId} and a.channel_id = ${channels.id}
            and a.standing = 'stands')`,
        ),
      );
  }
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
async function standingOfFirst({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<Standing | null> {
  const [channel] = await tx
    .select({ name: channels.name, trustedAt: channels.trustedAt })
    .from(channels)
    .where(and(eq(channels.workspaceId, workspaceId), eq(channels.id, channelId)));
  if (!channel || channel.trustedAt) return null;
  return {
    standing: "review",
    standingReason: `It is one of the first articles of #${channel.name} and waits for review.`,
  };
}
