import { ConnectorError } from "../../../connectors/errors.ts";
import { databaseErrorCode, safeDatabaseError } from "../../db/pool.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { DetectionSettings, Engine } from "../../pipeline/engine.ts";
import { listTags } from "../articles/queries.ts";
import type { ChannelRow } from "../channels/queries.ts";
import { detectionSettings } from "../settings/detection-settings.ts";
import {
  fingerprintOf,
  listConversations,
  type Selection,
  type StoredConversation,
  storeVerdicts,
  type Verdict,
} from "./conversation-queries.ts";
import { eraseArticle } from "./erase-article.ts";
import type { RunWork } from "./run-work.ts";
import { type Saved, saveArticle } from "./save-article.ts";

const BATCH_CONVERSATIONS = 100;
const KNOWN_TAGS = 50;
/** A model of somebody else is waited for; ours computes here. */
const AT_ONCE: Record<Engine["name"], number> = { local: 1, llm: 4 };

export interface Judging {
  channel: ChannelRow;
  /** Only the conversations of these keys; absent: every one that is to be judged. */
  keys?: string[];
  /** Told after each conversation. */
  onJudged: (saved: Saved | "none") => Promise<void>;
}

/** Judges what has changed and writes what holds knowledge. A conversation that cannot be judged stops no other. */
export async function judgeConversations(deps: Deps, work: RunWork, judging: Judging): Promise<void> {
  const { channel, keys } = judging;
  const engine = deps.engines.forWorkspace(work.workspaceId);
  const select: Selection = { channelId: channel.id, after: "", limit: BATCH_CONVERSATIONS, ...(keys && { keys }) };
  for (;;) {
    const { batch, settings, knownTags } = await inWorkspace(deps.db, work.workspaceId, async (scope) => ({
      batch: await listConversations(scope, select),
      settings: await detectionSettings(scope),
      knownTags: (await listTags(scope)).slice(0, KNOWN_TAGS),
    }));
    const verdicts: Verdict[] = [];
    const waiting = batch.values();
    const judgeWaiting = async () => {
      for (const conversation of waiting) {
        if (work.isPauseDue) return;
        const outcome = await judge(deps, work, { channel, conversation, engine, settings, knownTags });
        if (outcome.verdict) verdicts.push(outcome.verdict);
        await judging.onJudged(outcome.saved);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE[engine.name] }, judgeWaiting));
    if (verdicts.length > 0) {
      await inWorkspace(deps.db, work.workspaceId, (scope) => storeVerdicts(scope, verdicts));
    }
    await work.pauseIfDue();
    const last = batch.at(-1);
    if (!last || batch.length < BATCH_CONVERSATIONS) return;
    select.after = last.key;
  }
}

interface Case {
  channel: ChannelRow;
  conversation: StoredConversation;
  engine: Engine;
  settings: DetectionSettings;
  knownTags: string[];
}

/** The verdict is the caller's to store, unless it was saved together with its article. */
async function judge(deps: Deps, work: RunWork, given: Case): Promise<{ saved: Saved | "none"; verdict?: Verdict }> {
  const { conversation, engine, settings, channel } = given;
  const fingerprint = fingerprintOf(conversation, settings, engine);
  if (fingerprint === conversation.fingerprint) return { saved: "none" };
  if (conversation.messages.length === 0) {
    const { articleId } = conversation;
    if (articleId) {
      await inWorkspace(deps.db, work.workspaceId, (scope) => eraseArticle(deps, scope, articleId, channel.name));
    }
    const verdict = { conversation, fingerprint, finding: null, reasons: ["every message was deleted"] };
    return { saved: articleId ? "updated" : "none", verdict };
  }
  try {
    const finding = await engine.detect(conversation, settings);
    if (!finding.isKnowledge && conversation.articleId === null) {
      return { saved: "none", verdict: { conversation, fingerprint, finding, reasons: finding.reasons } };
    }
    const article = await engine.write(conversation, finding, {
      channelName: channel.name,
      knownTags: given.knownTags,
    });
    const reason = `The talk in #${channel.name} went on or was changed.`;
    const writing = { channel, conversation, fingerprint, finding, article, engine, reason };
    return { saved: await inWorkspace(deps.db, work.workspaceId, (scope) => saveArticle(deps, scope, writing)) };
  } catch (error) {
    // Those two pass by themselves; a conversation that breaks the engine would break it again.
    if (error instanceof ConnectorError || isDatabaseTrouble(error)) throw error;
    deps.log.error(
      { err: safeDatabaseError(error), conversation: conversation.id },
      "A conversation could not be analyzed",
    );
    const reason = `A conversation in #${channel.name} of ${day(conversation)} could not be analyzed. It is kept and analysed again when it changes.`;
    work.problem(reason);
    return { saved: "none", verdict: { conversation, fingerprint, finding: null, reasons: [reason] } };
  }
}

/** Not what PostgreSQL refuses to store: that is the conversation's own fault. */
function isDatabaseTrouble(error: unknown): boolean {
  const isRefusal = /^(22|23|54)/.test(databaseErrorCode(error) ?? "");
  return !isRefusal && safeDatabaseError(error) !== error;
}

const day = ({ messages }: StoredConversation) => messages[0]?.sentAt.toISOString().slice(0, 10) ?? "an unknown day";
