import { ModelUnavailable, writeSingleMatter } from "../../engine/contract.ts";
import { bindToWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { nullIfNotFound } from "../errors.ts";
import { computeFingerprint, findConversationOfArticle } from "../ingest/conversations/index.ts";
import { getArticle } from "../library/articles/index.ts";
import { eraseModelAnswers } from "../library/retract/index.ts";
import {
  ConversationChanged,
  isEditedByPerson,
  isUntouchedExcerpt,
  readWritingInput,
  replaceExcerpt,
  toMatter,
} from "../library/save/index.ts";
import { getDetectionSettings } from "../settings/index.ts";
import { dropMessagesBeforeRemoval } from "./removed-conversation.ts";
import type { RunExecution } from "./run-work.ts";
import { dropRejectedArticles, toFinding } from "./write-matter.ts";

const AT_ONCE = 4;
const MOST_TRIES = 3;

/** The result of rewriting one excerpt. */
type RewriteOutcome = "written" | "edited" | "declined" | "forgotten" | "gone" | "unsent";

const WHY: Record<Exclude<RewriteOutcome, "written" | "gone">, (count: string) => string> = {
  edited: (count) => `${count} as before because a person edited the text.`,
  declined: (count) => `${count} as before because the model would publish nothing of the conversation.`,
  forgotten: (count) => `${count} as before because chat messages behind the text are no longer stored.`,
  unsent: (count) => `${count} as before because no language model reads the channel.`,
};

/**
 * Has a model write articles from excerpts, a few at once. An interrupted run continues: written articles are no longer excerpts,
 * and paid answers are stored.
 */
export async function runExcerptWriting(deps: Deps, work: RunExecution): Promise<void> {
  const { articleIds = [] } = work.run.input;
  const counts = (work.position.counts ?? {}) as Partial<Record<RewriteOutcome, number>>;
  for (let done = Number(work.position.done ?? 0); done < articleIds.length; done += AT_ONCE) {
    const part = articleIds.slice(done, done + AT_ONCE);
    await work.pauseIfDue();
    await work.report({
      step: `Writing article ${done + 1} of ${articleIds.length}`,
      fraction: done / articleIds.length,
    });
    const settled = await Promise.allSettled(part.map((id) => writeExcerpt(deps, work, id)));
    // Throws only after all have ended, so that none is still running when the next turn starts.
    for (const one of settled) if (one.status === "rejected") throw one.reason;
    for (const one of settled) if (one.status === "fulfilled") counts[one.value] = (counts[one.value] ?? 0) + 1;
    work.position = { done: done + part.length, counts };
    work.progress.articlesUpdated = counts.written ?? 0;
    work.madeProgress();
    await work.save();
  }
  work.result.articlesUpdated = counts.written ?? 0;
  for (const [outcome, sentence] of Object.entries(WHY)) {
    const count = counts[outcome as keyof typeof WHY] ?? 0;
    if (count > 0) work.problem(sentence(count === 1 ? "1 excerpt stays" : `${count} excerpts stay`));
  }
}

async function writeExcerpt(
  deps: Deps,
  { workspaceId, run, onCall }: RunExecution,
  articleId: string,
): Promise<RewriteOutcome> {
  const inScope = bindToWorkspace(deps.db, workspaceId);
  for (let tries = 1; ; tries += 1) {
    const found = await inScope((scope) => readExcerpt(scope, articleId));
    if (!found) return "gone";
    const { article, conversation, settings } = found;
    if (isEditedByPerson(article)) return "edited";
    // An interrupted turn may already have written it.
    if (article.form === "written") return "written";
    if (!isUntouchedExcerpt(article)) return "gone";
    if (!conversation || conversation.isEvidence || conversation.hasForgotten) return "forgotten";
    const remaining = dropMessagesBeforeRemoval(conversation);
    if (remaining.messages.length === 0) return "forgotten";
    const engine = await deps.engines.forWorkspace(workspaceId, conversation.channelId, onCall);
    if (engine.name !== "llm") return "unsent";
    const channel = { id: conversation.channelId, name: article.channelName };
    const matter = toMatter(conversation);
    const how = await inScope((scope) => readWritingInput(scope, channel, [matter.kind]));
    try {
      const written = dropRejectedArticles(
        await writeSingleMatter(engine, { conversation: remaining, matter, beside: [] }, how),
      );
      const [first, ...others] = written.outcome === "articles" ? written.articles : [];
      if (!first) return "declined";
      await replaceExcerpt(deps, {
        channel,
        conversation,
        engine,
        article,
        runId: run.id,
        by: run.requestedBy,
        fingerprint: computeFingerprint(conversation, settings, engine),
        finding: toFinding(matter, true),
        written: [first, ...others],
      });
      return "written";
    } catch (error) {
      if (error instanceof ModelUnavailable && error.reason === "refused") return "declined";
      if (!(error instanceof ConversationChanged)) throw error;
      const ids = conversation.messages.map(({ externalId }) => externalId);
      await inScope((scope) => eraseModelAnswers(scope, ids));
      if (tries === MOST_TRIES) return "gone";
    }
  }
}

/** Reads the excerpt of an article; null when the article is gone. */
async function readExcerpt(scope: WorkspaceScope, articleId: string) {
  const article = await getArticle(scope, articleId).catch(nullIfNotFound);
  if (!article) return null;
  return {
    article,
    conversation: await findConversationOfArticle(scope, articleId),
    settings: await getDetectionSettings(scope),
  };
}
