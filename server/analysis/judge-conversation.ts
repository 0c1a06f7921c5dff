import { EngineTooSlow, type Finding, type LocalEngine } from "../../engine/contract.ts";
import { bindToWorkspace, inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import {
  computeFingerprint,
  getConversation,
  type StoredConversation,
  type Verdict,
} from "../ingest/conversations/index.ts";
import { removeConfirmingConversation } from "../library/dedupe/index.ts";
import { eraseModelAnswers, isTooLittleLeft } from "../library/retract/index.ts";
import { ConversationChanged, type ConversationWriting, saveArticle } from "../library/save/index.ts";
import { compareWithPages, markIfArticleRequested, markIfRequestedMeanwhile } from "./compare-pages.ts";
import type { JudgedConversation, JudgingInput } from "./judging-input.ts";
import { splitIntoTopics, splitOffNewTopics } from "./new-topic.ts";
import { dropMessagesBeforeRemoval, REMOVED_REASON, repeatsRemovedArticle } from "./removed-conversation.ts";
import { chooseJudgingSettings, skipFailedConversation } from "./skip-failed.ts";
import { writeMatter } from "./write-matter.ts";

const REQUESTED = "somebody in the chat wants an article of it";
/** If people keep writing, the conversation is left to the next analysis. */
const MOST_TRIES = 3;

/** Judges one conversation and writes its article. If the conversation changed meanwhile, nothing is saved and it is judged again. */
export async function judgeConversation(deps: Deps, given: JudgingInput): Promise<JudgedConversation> {
  const { engine } = given;
  return engine.name === "local" ? judgeByRules(deps, { ...given, engine }) : writeMatter(deps, { ...given, engine });
}

type ByRules = JudgingInput & { engine: LocalEngine };

async function judgeByRules(deps: Deps, asked: ByRules): Promise<JudgedConversation> {
  const inScope = bindToWorkspace(deps.db, asked.conversation.workspaceId);
  let given = await markIfArticleRequested(inScope, asked);
  let { conversation } = given;
  const dividedOff: StoredConversation[] = [];
  let wasTooSlow = false;
  for (let tries = 1; ; tries += 1) {
    try {
      const kept = await splitOffNewTopics(deps, { ...given, conversation });
      conversation = kept.conversation;
      dividedOff.push(...kept.dividedOff);
      const judged = await detectAndWrite(deps, { ...given, conversation });
      if ("divided" in judged) {
        conversation = judged.divided.conversation;
        dividedOff.push(...judged.divided.dividedOff);
        tries -= 1;
        continue;
      }
      if (!("article" in judged)) return { ...judged, dividedOff };
      if (await given.isChannelOff?.()) return { saved: "none", dividedOff };
      const found = given.isRequested ? undefined : await compareWithPages(inScope, given.engine, judged);
      // An article that is there stays beside the page.
      const onPages = found && { ...found, isInstead: found.isInstead && judged.conversation.articleId === null };
      return { saved: await saveArticle(deps, { ...judged, onPages }), dividedOff };
    } catch (error) {
      if (error instanceof EngineTooSlow && !wasTooSlow) {
        wasTooSlow = true;
        continue;
      }
      if (!(error instanceof ConversationChanged))
        return { ...skipFailedConversation(deps, { ...given, conversation }, error), dividedOff };
      const ids = conversation.messages.map(({ externalId }) => externalId);
      await inScope((scope) => eraseModelAnswers(scope, ids));
      if (tries === MOST_TRIES || conversation.isBeginning) return { saved: "none", dividedOff };
      conversation = await inScope((scope) => getConversation(scope, conversation.id));
      given = await markIfRequestedMeanwhile(inScope, given);
    }
  }
}

const FORGOTTEN = "what was said was forgotten, as the workspace chose";

type ConversationParts = NonNullable<Awaited<ReturnType<typeof splitIntoTopics>>>;

/**
 * Detects knowledge and returns the article to save, or the reason for none. `divided`: the conversation was several, and the
 * first of them is judged again.
 */
async function detectAndWrite(
  deps: Deps,
  given: ByRules,
): Promise<(ConversationWriting & { engine: LocalEngine }) | JudgedConversation | { divided: ConversationParts }> {
  const { channel, conversation, engine, knownTags } = given;
  const settings = chooseJudgingSettings(given);
  const { workspaceId, articleId } = conversation;
  const fingerprint = computeFingerprint(conversation, settings, engine);
  if (fingerprint === conversation.fingerprint) return { saved: "none" };
  const verdict = (finding: Finding | null, reasons: string[]): Verdict => ({
    conversation,
    fingerprint,
    finding,
    reasons,
  });
  const remaining = dropMessagesBeforeRemoval(conversation);
  const found = remaining.messages.length > 0 ? await engine.detect(remaining, settings) : null;
  const divided = found && (await splitIntoTopics(deps, { conversation, finding: found }));
  if (divided) return { divided };
  const finding = found && given.isRequested ? { ...found, reasons: [...found.reasons, REQUESTED] } : found;
  // Erasure by retention is no deletion: articles that cite the erased messages stay.
  if (finding === null && conversation.hasForgotten) return { saved: "none", verdict: verdict(null, [FORGOTTEN]) };
  if (
    articleId &&
    !conversation.hasForgotten &&
    (finding === null || (await isTooLittleLeft(deps, { conversation: remaining, engine, settings, articleId })))
  ) {
    const isWithdrawn = await inWorkspace(deps.db, workspaceId, (scope) =>
      removeConfirmingConversation(deps, scope, { articleId, conversation, channelName: channel.name }),
    );
    const reason = finding ? "what is left of the conversation supports no article" : "every message was deleted";
    return { saved: isWithdrawn ? "updated" : "none", verdict: verdict(finding, [reason]) };
  }
  if (finding === null) {
    const reason = conversation.messages.length > 0 ? REMOVED_REASON : "every message was deleted";
    return { saved: "none", verdict: verdict(null, [reason]) };
  }
  if (!finding.isKnowledge && !finding.statesValue && articleId === null)
    return { saved: "none", verdict: verdict(finding, finding.reasons) };
  const { isRejected, ...article } = await engine.write(remaining, finding, { channelName: channel.name, knownTags });
  if (articleId === null && isRejected && !given.isRequested)
    return { saved: "none", verdict: verdict(finding, [...finding.reasons, ...(article.doubts ?? [])]) };
  if (articleId === null && (await repeatsRemovedArticle(given, article)))
    return { saved: "none", verdict: verdict(null, [REMOVED_REASON]) };
  const reason = `The conversation in #${channel.name} went on or was changed.`;
  return { channel, conversation, fingerprint, finding, article, engine, reason };
}
