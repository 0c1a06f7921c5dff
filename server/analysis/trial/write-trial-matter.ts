import {
  type ModelEngine,
  ModelUnavailable,
  type PaidCall,
  type WritingResult,
  writeSingleMatter,
} from "../../../engine/contract.ts";
import { toStorableText } from "../../db/storable-text.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { type ChannelRow } from "../../ingest/channels/index.ts";
import { lockMessages } from "../../ingest/messages/index.ts";
import { hashMessages, readMessagesById } from "../../ingest/waiting/index.ts";
import { readWritingInput } from "../../library/save/index.ts";
import type { RunExecution } from "../run-work.ts";
import { addToTrial, type MatterRow, type TrialRow, updateMatter } from "./trial-queries.ts";

/** The state of a trial during one turn of its run. */
export interface TrialContext {
  deps: Deps;
  work: RunExecution;
  trial: TrialRow;
  channel: ChannelRow;
  inScope: <T>(task: (scope: WorkspaceScope) => Promise<T>) => Promise<T>;
  /** Opens an engine that reports the cost of each call. */
  openEngine: (onCall: (call: PaidCall) => void) => Promise<ModelEngine>;
  isStopped: () => Promise<boolean>;
}

const CHANGED = "Its messages were changed while it was written.";

/**
 * Writes and checks one matter like an analysis, but without known articles, and stores the result only in the trial. Throws
 * `ModelUnavailable` if it has to be written later; paid answers are not paid for again.
 */
export async function writeTrialMatter(trying: TrialContext, matter: MatterRow): Promise<void> {
  const { trial, channel, inScope, openEngine } = trying;
  const { question, gist, kind, settled } = matter;
  if (question === null || gist === null) return;
  const cost = { costMicros: 0, milliseconds: 0, now: 0 };
  const engine = await openEngine(({ costMicros, milliseconds, isPaidNow }) => {
    cost.costMicros += costMicros;
    cost.milliseconds += milliseconds;
    if (isPaidNow) cost.now += costMicros;
  });
  const { messages, how } = await inScope(async (scope) => ({
    messages: await readMessagesById(scope, channel.id, matter.sources),
    how: await readWritingInput(scope, channel, [kind]),
  }));
  const [first] = messages;
  const said = hashMessages(messages);
  let written: WritingResult | null = null;
  let problem: string | null = first ? null : CHANGED;
  try {
    if (first) {
      const about = { question, gist, kind, settled };
      const conversation = { key: first.externalId, messages };
      written = await writeSingleMatter(engine, { conversation, matter: about, beside: [] }, how);
      problem = problemOf(written);
    }
  } catch (error) {
    if (!(error instanceof ModelUnavailable) || error.reason !== "refused") throw error;
    problem = error.message;
  } finally {
    if (cost.now > 0) await inScope((scope) => addToTrial(scope, trial.id, { costMicros: cost.now }));
  }
  await inScope(async (scope) => {
    // The lock makes a concurrent deletion wait, which then also erases the text stored here.
    await lockMessages(scope, channel.id);
    const now = await readMessagesById(scope, channel.id, matter.sources);
    const isSame = hashMessages(now) === said && now.length === matter.sources.length;
    const kept = isSame && problem === null ? written : null;
    await updateMatter(scope, matter.id, {
      written: kept && storable(kept),
      chance: kept?.outcome === "articles" ? (kept.articles[0]?.confidence ?? null) : null,
      saidHash: kept && said,
      problem: isSame ? problem : CHANGED,
      costMicros: cost.costMicros,
      milliseconds: cost.milliseconds,
      writtenAt: new Date(),
    });
  });
}

function problemOf(written: WritingResult): string | null {
  if (written.outcome === "known") return "The model found nothing new in it.";
  const isRejected = written.articles.length > 0 && written.articles.every((article) => article.isRejected);
  if (isRejected) return "The checker would not publish what was written.";
  if (written.articles.length > 0) return null;
  return written.why ? `The model wrote nothing of it: ${written.why}` : "The model wrote nothing of it.";
}

const storable = (written: WritingResult): WritingResult =>
  JSON.parse(JSON.stringify(written), (_key, value) =>
    typeof value === "string" ? toStorableText(value) : value,
  ) as WritingResult;
