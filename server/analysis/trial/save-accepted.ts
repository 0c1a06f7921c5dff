import type { Finding, WritingResult } from "../../../engine/contract.ts";
import { bindToWorkspace, inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { type ChannelRow } from "../../ingest/channels/index.ts";
import {
  computeFingerprint,
  createMatterConversation,
  getConversation,
  type MatterConversationOutcome,
  type StoredConversation,
  storeVerdicts,
} from "../../ingest/conversations/index.ts";
import { hashMessages, readMessagesById, requestRereading } from "../../ingest/waiting/index.ts";
import { ConversationChanged, saveWrittenArticles } from "../../library/save/index.ts";
import { getDetectionSettings } from "../../settings/index.ts";
import { listMatters, type MatterRow, type TrialRow, updateMatter } from "./trial-queries.ts";

/** The engine's name in fingerprints of conversations that a model judged. */
const BY_MODEL = { name: "llm" } as const;
const DECLINED = "a person said no to its article when trying a model";
const CHANCES = { settled: 0.9, unsure: 0.6, open: 0.3 } as const;

interface SaveOutcome {
  saved: number;
  known: number;
  changed: number;
}

/** Saves accepted drafts as an analysis would, so that a later analysis neither writes nor pays for them again. */
export async function saveAcceptedDrafts(deps: Deps, trial: TrialRow, channel: ChannelRow): Promise<SaveOutcome> {
  const { workspaceId } = trial;
  const matters = await inWorkspace(deps.db, workspaceId, (scope) => listMatters(scope, trial.id));
  const outcome: SaveOutcome = { saved: 0, known: 0, changed: 0 };
  for (const matter of matters)
    if (matter.judgement === "keep" && matter.articleId === null && matter.written)
      outcome[await saveMatter(deps, { trial, channel, matter, written: matter.written })] += 1;
  return outcome;
}

interface MatterToSave {
  trial: TrialRow;
  channel: ChannelRow;
  matter: MatterRow;
  written: WritingResult;
}

async function saveMatter(deps: Deps, { trial, channel, matter, written }: MatterToSave): Promise<keyof SaveOutcome> {
  const inScope = bindToWorkspace(deps.db, trial.workspaceId);
  const noteArticle = (articleId: string) => inScope((scope) => updateMatter(scope, matter.id, { articleId }));
  const gathered = await inScope((scope) => gather(scope, trial, matter, trial.writtenBy ?? ""));
  if (gathered.kind === "none" || written.outcome !== "articles") return "changed";
  const isArticle = gathered.kind === "article";
  const id = isArticle ? gathered.conversationId : gathered.id;
  const { conversation, fingerprint } = await inScope(async (scope) => {
    const stored = await getConversation(scope, id);
    return {
      conversation: stored,
      fingerprint: computeFingerprint(stored, await getDetectionSettings(scope), BY_MODEL),
    };
  });
  const articles = written.articles.filter(({ isRejected }) => !isRejected);
  // An excerpt cannot be replaced by several articles.
  if (isArticle && (gathered.isEvidence || articles.length > 1)) {
    await noteArticle(gathered.articleId);
    return "known";
  }
  try {
    const saved = await saveWrittenArticles(deps, {
      channel,
      conversation,
      fingerprint,
      finding: findingOf(matter),
      written: { ...written, articles },
      engine: BY_MODEL,
      isDraft: true,
      beside: [],
      lookedUp: { question: matter.question ?? "", gist: matter.gist ?? "" },
      candidates: [],
    });
    const { articleId } = await inScope((scope) => getConversation(scope, id));
    if (articleId) await noteArticle(articleId);
    return saved === "unchanged" ? "known" : "saved";
  } catch (error) {
    if (!(error instanceof ConversationChanged)) throw error;
    return "changed";
  }
}

/** Returns the matter's conversation only if its messages are unchanged. */
async function gather(
  scope: WorkspaceScope,
  trial: TrialRow,
  matter: MatterRow,
  reader: string,
): Promise<MatterConversationOutcome> {
  const { sources: messages, question, gist, kind, settled, saidHash } = matter;
  if (question === null || gist === null) return { kind: "none" };
  const said = await readMessagesById(scope, trial.channelId, messages);
  if (saidHash !== null && hashMessages(said) !== saidHash) return { kind: "none" };
  return createMatterConversation(
    scope,
    trial.channelId,
    { messages, question, gist, searches: [], kind, settled },
    reader,
  );
}

const findingOf = ({ settled, kind }: MatterRow): Finding => ({
  score: CHANCES[settled],
  isKnowledge: true,
  contentType: kind,
  reasons: ["a person kept it when trying a model"],
});

/**
 * Prepares the analysis of the whole channel after a trial: found matters are reused, rejected ones are not written, and messages
 * read by rules or another model are read again.
 */
export async function prepareReadingWholeChannel(deps: Deps, trial: TrialRow, reader: string): Promise<void> {
  await inWorkspace(deps.db, trial.workspaceId, async (scope) => {
    const declined: StoredConversation[] = [];
    for (const matter of await listMatters(scope, trial.id)) {
      const gathered = matter.articleId === null ? await gather(scope, trial, matter, reader) : null;
      if (gathered?.kind === "conversation" && matter.judgement === "no")
        declined.push(await getConversation(scope, gathered.id));
    }
    const settings = await getDetectionSettings(scope);
    await storeVerdicts(
      scope,
      declined.map((conversation) => ({
        conversation,
        fingerprint: computeFingerprint(conversation, settings, BY_MODEL),
        finding: { score: 0, isKnowledge: false, contentType: conversation.contentType ?? "documentation" },
        reasons: [DECLINED],
      })),
    );
    await requestRereading(scope, reader, trial.channelId);
  });
}
