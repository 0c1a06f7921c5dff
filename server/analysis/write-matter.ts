import { type Finding, type ModelEngine, ModelUnavailable, type WritingResult } from "../../engine/contract.ts";
import { bindToWorkspace, inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import {
  computeFingerprint,
  getConversation,
  type StoredConversation,
  type Verdict,
} from "../ingest/conversations/index.ts";
import { getArticle } from "../library/articles/index.ts";
import { findNearby, type NearbyArticle, removeConfirmingConversation, toNearby } from "../library/dedupe/index.ts";
import { eraseModelAnswers } from "../library/retract/index.ts";
import {
  ConversationChanged,
  KnowledgeChanged,
  type MatterWriting,
  readWritingInput,
  savePageFindings,
  saveWrittenArticles,
  toMatter,
} from "../library/save/index.ts";
import type { NearbyPage } from "../wiki/nearby/index.ts";
import { compareWithPagesAgain } from "./compare-conversations.ts";
import {
  findingsOf,
  listPagesToCompare,
  markIfArticleRequested,
  markIfRequestedMeanwhile,
  toKnownArticle,
} from "./compare-pages.ts";
import type { JudgedConversation, JudgingInput } from "./judging-input.ts";
import { dropMessagesBeforeRemoval, REMOVED_REASON } from "./removed-conversation.ts";
import { skipFailedConversation } from "./skip-failed.ts";
import { findEarlierResult } from "./trial/trial-queries.ts";

const MOST_TRIES = 3;
/** The most retries after another conversation was saved first; more than conversations are written at once in all processes. */
const MOST_MEETINGS = 40;
const OPEN = "nobody has answered it yet";
const DELETED = "every message was deleted";
const FORGOTTEN = "what was said was forgotten, as the workspace chose";

export type ModelInput = JudgingInput & { engine: ModelEngine };

/** Runs retries of a workspace one after the other, because concurrent ones would conflict again. */
const again = new Map<string, Promise<unknown>>();

/** A conversation for the model, with the known articles that were looked up for it. */
export interface PreparedMatter {
  given: ModelInput;
  conversation: StoredConversation;
  fingerprint: string;
  lookedUp: ReturnType<typeof toMatter>;
  beside: NearbyArticle[];
  candidates: string[];
  /** The pages of the wiki that were looked up for it. */
  pages: NearbyPage[];
  /** Whether the article has any text. */
  hasWords: boolean;
}

/**
 * Writes the article of one conversation that a model found: looks up known articles, calls the model, saves. Starts again if the
 * conversation changed meanwhile. Throws `ModelUnavailable` if it has to wait, without storing anything.
 */
export async function writeMatter(deps: Deps, given: ModelInput): Promise<JudgedConversation> {
  const prepared = await prepareMatter(deps, given);
  if (!("lookedUp" in prepared)) return prepared;
  const [judged] = await writeMatters(deps, [prepared]);
  if (!judged || judged instanceof ModelUnavailable) throw judged ?? new Error("The engine answered nothing.");
  return judged;
}

/** Looks up known articles for a conversation. Returns the verdict if no model is needed. */
export async function prepareMatter(deps: Deps, given: ModelInput): Promise<PreparedMatter | JudgedConversation> {
  try {
    return await lookUp(deps, given);
  } catch (error) {
    return skipFailedConversation(deps, given, error);
  }
}

/**
 * Writes several conversations of a channel in one call and saves each; one that changed meanwhile is written again alone. The
 * result for one that has to wait is a `ModelUnavailable`.
 */
export async function writeMatters(
  deps: Deps,
  matters: readonly PreparedMatter[],
): Promise<(JudgedConversation | ModelUnavailable)[]> {
  const results: (JudgedConversation | ModelUnavailable)[] = [];
  let written: (WritingResult | ModelUnavailable)[];
  try {
    written = await askModel(deps, matters);
  } catch (error) {
    const [first, ...others] = matters;
    if (!first) return [];
    if (others.length === 0) return [skipFailedConversation(deps, first.given, error)];
    // One matter makes the call fail, so each is written alone.
    for (const matter of matters) results.push(...(await writeMatters(deps, [matter])));
    return results;
  }
  for (const [place, matter] of matters.entries()) {
    const { given } = matter;
    const one = written[place] ?? LEFT_OUT;
    try {
      results.push(one instanceof ModelUnavailable ? one : await save(deps, matter, one));
    } catch (error) {
      const isChanged = error instanceof ConversationChanged;
      const judged = isChanged
        ? await inTurn(given.conversation.workspaceId, () => writeAgain(deps, given, error))
        : skipFailedConversation(deps, given, error);
      results.push(judged);
    }
  }
  return results;
}

const LEFT_OUT = new ModelUnavailable("refused", null, "The model left it out.");

async function askModel(deps: Deps, matters: readonly PreparedMatter[]): Promise<(WritingResult | ModelUnavailable)[]> {
  const [first] = matters;
  if (!first) return [];
  const { channel, engine, conversation } = first.given;
  const inScope = bindToWorkspace(deps.db, conversation.workspaceId);
  // A trial's result for the same messages is reused, so that it is not paid for twice.
  const tried = await inScope(async (scope) => {
    const found = new Map<PreparedMatter, WritingResult>();
    for (const matter of matters) {
      if (matter.beside.length + matter.pages.length > 0) continue;
      const { messages } = dropMessagesBeforeRemoval(matter.conversation);
      const known = await findEarlierResult(scope, channel.id, messages, engine.reader);
      if (known) found.set(matter, known);
    }
    return found;
  });
  const left = matters.filter((matter) => !tried.has(matter));
  const kinds = left.map(({ lookedUp }) => lookedUp.kind);
  const how = await inScope((scope) => readWritingInput(scope, channel, kinds));
  const asked = left.map(({ conversation: whole, lookedUp, beside, pages }) => ({
    conversation: dropMessagesBeforeRemoval(whole),
    matter: lookedUp,
    beside: [...beside, ...pages.map(toKnownArticle)],
  }));
  const written = asked.length > 0 ? await engine.write(asked, how) : [];
  return matters.map((matter) => tried.get(matter) ?? written[left.indexOf(matter)] ?? LEFT_OUT);
}

async function save(deps: Deps, matter: PreparedMatter, written: WritingResult): Promise<JudgedConversation> {
  const outcome = await outcomeOf(deps, matter, written);
  if (!("written" in outcome)) return outcome;
  if (await matter.given.isChannelOff?.()) return { saved: "none" };
  const page = written.outcome === "known" && matter.pages.find(({ id }) => id === written.articleId);
  if (page) return { saved: await savePageFindings(deps, outcome, findingsOf(page, written)) };
  if (matter.conversation.articleId) await compareWithPagesAgain(deps, matter.conversation);
  return { saved: await saveWrittenArticles(deps, outcome) };
}

async function inTurn<T>(workspaceId: string, work: () => Promise<T>): Promise<T> {
  const mine = (again.get(workspaceId) ?? Promise.resolve()).then(work, work);
  again.set(workspaceId, mine);
  try {
    return await mine;
  } finally {
    if (again.get(workspaceId) === mine) again.delete(workspaceId);
  }
}

/**
 * Tries again until the article can be saved. Each failed try means that another conversation was saved meanwhile, so the tries end.
 * A conversation in which people keep writing is left to the next analysis.
 */
async function writeAgain(
  deps: Deps,
  given: ModelInput,
  first: ConversationChanged,
): Promise<JudgedConversation | ModelUnavailable> {
  const { workspaceId, id, messages, isBeginning } = given.conversation;
  const inScope = bindToWorkspace(deps.db, workspaceId);
  let error = first;
  for (let tries = 1; ; tries += 1) {
    const isOfWords = !(error instanceof KnowledgeChanged);
    // The answer may contain text of a message that was deleted while the model wrote.
    const ids = messages.map(({ externalId }) => externalId);
    if (isOfWords) await inScope((scope) => eraseModelAnswers(scope, ids));
    if (isBeginning || tries >= (isOfWords ? MOST_TRIES : MOST_MEETINGS)) return { saved: "none" };
    const conversation = await inScope((scope) => getConversation(scope, id));
    try {
      const matter = await lookUp(deps, await markIfRequestedMeanwhile(inScope, { ...given, conversation }));
      if (!("lookedUp" in matter)) return matter;
      const [written = LEFT_OUT] = await askModel(deps, [matter]);
      return written instanceof ModelUnavailable ? written : await save(deps, matter, written);
    } catch (next) {
      if (!(next instanceof ConversationChanged)) return skipFailedConversation(deps, given, next);
      error = next;
    }
  }
}

const noneOf =
  (conversation: StoredConversation, fingerprint: string) =>
  (reason: string, finding: Finding | null = null): JudgedConversation => ({
    saved: "none",
    verdict: { conversation, fingerprint, finding, reasons: [reason] } satisfies Verdict,
  });

async function lookUp(deps: Deps, asked: ModelInput): Promise<PreparedMatter | JudgedConversation> {
  const { channel, conversation, engine, settings } = asked;
  const inScope = bindToWorkspace(deps.db, conversation.workspaceId);
  const given = await markIfArticleRequested(inScope, asked);
  const fingerprint = computeFingerprint(conversation, settings, engine);
  if (fingerprint === conversation.fingerprint) return { saved: "none" };
  const none = noneOf(conversation, fingerprint);
  const { articleId } = conversation;
  if (dropMessagesBeforeRemoval(conversation).messages.length === 0) {
    if (conversation.hasForgotten) return none(FORGOTTEN);
    if (articleId) return withdrawFromArticle(deps, given, articleId, none(DELETED));
    return none(conversation.messages.length > 0 ? REMOVED_REASON : DELETED);
  }
  const lookedUp = toMatter(conversation);
  if (lookedUp.settled === "open" && !articleId && !given.isRequested) return none(OPEN, toFinding(lookedUp, false));
  const own = articleId ? await inScope((scope) => getArticle(scope, articleId)) : null;
  const hasWords = own !== null && (own.summary.length > 0 || own.body.length > 0);
  const { beside, candidates } = hasWords
    ? { beside: [toNearby(own)], candidates: [] }
    : await findNearby(inScope, deps.encoder, channel.id, lookedUp);
  const pages =
    articleId || given.isRequested
      ? []
      : await inScope((scope) => listPagesToCompare(scope, dropMessagesBeforeRemoval(conversation)));
  return { given, conversation, fingerprint, lookedUp, beside, candidates, pages, hasWords };
}

async function outcomeOf(
  deps: Deps,
  matter: PreparedMatter,
  written: WritingResult,
): Promise<MatterWriting | JudgedConversation> {
  const { given, conversation, fingerprint, lookedUp, beside, candidates, hasWords } = matter;
  const { channel, engine } = given;
  const { articleId } = conversation;
  const none = noneOf(conversation, fingerprint);
  const isNothing = written.outcome === "articles" && written.articles.length === 0;
  if (isNothing && articleId && !conversation.hasForgotten && !conversation.isEvidence && !hasWords)
    return withdrawFromArticle(deps, { ...given, conversation }, articleId, none(explainNothingWritten(written)));
  const kept = given.isRequested ? written : dropRejectedArticles(written);
  const hasArticle = kept.outcome === "known" || kept.articles.length > 0;
  const finding = toFinding(lookedUp, hasArticle || articleId !== null);
  if (!hasArticle && articleId === null) return none(explainNothingWritten(written), finding);
  if (conversation.removedUpTo && articleId === null && kept.outcome === "known") return none(REMOVED_REASON);
  return { channel, conversation, fingerprint, finding, written: kept, engine, beside, lookedUp, candidates };
}

/** Drops articles of which the check accepted no statement. */
export const dropRejectedArticles = (written: WritingResult): WritingResult =>
  written.outcome === "known"
    ? written
    : { ...written, articles: written.articles.filter(({ isRejected }) => !isRejected) };

export function explainNothingWritten(written: WritingResult): string {
  const why = written.outcome === "articles" ? written.why : null;
  return why ? `the model wrote nothing of it: ${why}` : "the model would publish nothing of it";
}

/** Preliminary scores; the article's confidence is known only after its check. */
const SCORES = { settled: 0.9, unsure: 0.6, open: 0.3 } as const;

export const toFinding = ({ settled, kind }: ReturnType<typeof toMatter>, isKnowledge: boolean): Finding => ({
  score: isKnowledge ? SCORES[settled] : 0.1,
  isKnowledge,
  contentType: kind,
  reasons: [settled === "settled" ? "the chat has settled it" : "the model found it, not settled yet"],
});

async function withdrawFromArticle(
  deps: Deps,
  { channel, conversation }: ModelInput,
  articleId: string,
  judged: JudgedConversation,
): Promise<JudgedConversation> {
  const isWithdrawn = await inWorkspace(deps.db, conversation.workspaceId, (scope) =>
    removeConfirmingConversation(deps, scope, { articleId, conversation, channelName: channel.name }),
  );
  return { ...judged, saved: isWithdrawn ? "updated" : "none" };
}
