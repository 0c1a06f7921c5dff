import type { Finding, ModelEngine, Written } from "../../engine/contract.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { fingerprintOf, getConversation, type Verdict } from "../ingest/index.ts";
import {
  besideOf,
  ConversationChanged,
  eraseAnswers,
  findBeside,
  getArticle,
  KnowledgeChanged,
  loseSupport,
  type MatterWriting,
  matterOf,
  readWritingInput,
  saveWritten,
} from "../library/index.ts";
import type { Judged, JudgingInput } from "./judging-input.ts";
import { REMOVED, sinceRemoval } from "./removed-conversation.ts";
import { findTried } from "./trial/trial-queries.ts";

const MOST_TRIES = 3;
/** How often another conversation may be saved first: more than are written at once, in all processes. */
const MOST_MEETINGS = 40;
const OPEN = "nobody has answered it yet";
const DELETED = "every message was deleted";
const FORGOTTEN = "what was said was forgotten, as the workspace chose";

type ModelInput = JudgingInput & { engine: ModelEngine };

/** Those of each workspace that have to be written once more, one after the other: side by side they would meet again. */
const again = new Map<string, Promise<unknown>>();

/**
 * Writes up one conversation that a model put together: looks up what is known, asks the model, saves. If it changed meanwhile, again.
 * Throws `ModelWaits`: then nothing is stored and it waits.
 */
export async function writeMatter(deps: Deps, given: ModelInput): Promise<Judged> {
  try {
    return await writeOnce(deps, given);
  } catch (error) {
    if (!(error instanceof ConversationChanged)) throw error;
    return inTurn(given.conversation.workspaceId, () => writeAgain(deps, given, error));
  }
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
 * Until it can be saved. Each time the library changed, another conversation got further; a conversation in which people keep writing is
 * taken up by the next analysis.
 */
async function writeAgain(deps: Deps, given: ModelInput, first: ConversationChanged): Promise<Judged> {
  const { workspaceId, id, messages, isBeginning } = given.conversation;
  const inScope = <T>(work: (scope: WorkspaceScope) => Promise<T>) => inWorkspace(deps.db, workspaceId, work);
  let error = first;
  for (let tries = 1; ; tries += 1) {
    const isOfWords = !(error instanceof KnowledgeChanged);
    // An answer that arrived after a message was deleted still has its words.
    const ids = messages.map(({ externalId }) => externalId);
    if (isOfWords) await inScope((scope) => eraseAnswers(scope, ids));
    if (isBeginning || tries >= (isOfWords ? MOST_TRIES : MOST_MEETINGS)) return { saved: "none" };
    const conversation = await inScope((scope) => getConversation(scope, id));
    try {
      return await writeOnce(deps, { ...given, conversation });
    } catch (next) {
      if (!(next instanceof ConversationChanged)) throw next;
      error = next;
    }
  }
}

async function writeOnce(deps: Deps, given: ModelInput): Promise<Judged> {
  const outcome = await askAboutMatter(deps, given);
  return "written" in outcome ? { saved: await saveWritten(deps, outcome) } : outcome;
}

async function askAboutMatter(deps: Deps, given: ModelInput): Promise<MatterWriting | Judged> {
  const { channel, conversation, engine, settings } = given;
  const inScope = <T>(work: (scope: WorkspaceScope) => Promise<T>) =>
    inWorkspace(deps.db, conversation.workspaceId, work);
  const fingerprint = fingerprintOf(conversation, settings, engine);
  if (fingerprint === conversation.fingerprint) return { saved: "none" };
  const none = (reason: string, finding: Finding | null = null): Judged => ({
    saved: "none",
    verdict: { conversation, fingerprint, finding, reasons: [reason] } satisfies Verdict,
  });
  const remaining = sinceRemoval(conversation);
  const { articleId } = conversation;
  if (remaining.messages.length === 0) {
    if (conversation.hasForgotten) return none(FORGOTTEN);
    if (articleId) return loseArticle(deps, given, articleId, none(DELETED));
    return none(conversation.messages.length > 0 ? REMOVED : DELETED);
  }
  const matter = matterOf(conversation);
  if (matter.settled === "open" && !articleId && !given.isRequested) return none(OPEN, findingOf(matter, false));
  const own = articleId ? await inScope((scope) => getArticle(scope, articleId)) : null;
  const hasWords = own !== null && (own.summary.length > 0 || own.body.length > 0);
  const { beside, candidates } = hasWords
    ? { beside: [besideOf(own)], candidates: [] }
    : await findBeside(inScope, deps.encoder, channel.id, matter);
  const how = await inScope((scope) => readWritingInput(scope, channel, matter.kind));
  // What was tried and judged is not written, or paid, once more.
  const tried =
    beside.length === 0
      ? await inScope((scope) => findTried(scope, channel.id, remaining.messages, engine.reader))
      : null;
  const written = tried ?? (await engine.write(remaining, matter, beside, how));
  const isNothing = written.outcome === "articles" && written.articles.length === 0;
  if (isNothing && articleId && !conversation.hasForgotten && !conversation.isEvidence && !hasWords)
    return loseArticle(deps, given, articleId, none(declined(written)));
  const kept = given.isRequested ? written : withoutRejected(written);
  const hasArticle = kept.outcome === "known" || kept.articles.length > 0;
  const finding = findingOf(matter, hasArticle || articleId !== null);
  if (!hasArticle && articleId === null) return none(declined(written), finding);
  if (conversation.removedUpTo && articleId === null && kept.outcome === "known") return none(REMOVED);
  return { channel, conversation, fingerprint, finding, written: kept, engine, beside, lookedUp: matter, candidates };
}

/** What its checker would publish nothing of gets no article. */
export const withoutRejected = (written: Written): Written =>
  written.outcome === "known"
    ? written
    : { ...written, articles: written.articles.filter(({ isRejected }) => !isRejected) };

export function declined(written: Written): string {
  const why = written.outcome === "articles" ? written.why : null;
  return why ? `the model wrote nothing of it: ${why}` : "the model would publish nothing of it";
}

/** Until an article is checked nobody knows how good it is: that is its own confidence. */
const SCORES = { settled: 0.9, unsure: 0.6, open: 0.3 } as const;

export const findingOf = ({ settled, kind }: ReturnType<typeof matterOf>, isKnowledge: boolean): Finding => ({
  score: isKnowledge ? SCORES[settled] : 0.1,
  isKnowledge,
  contentType: kind,
  reasons: [settled === "settled" ? "the chat has settled it" : "the model found it, not settled yet"],
});

async function loseArticle(
  deps: Deps,
  { channel, conversation }: ModelInput,
  articleId: string,
  judged: Judged,
): Promise<Judged> {
  const isWithdrawn = await inWorkspace(deps.db, conversation.workspaceId, (scope) =>
    loseSupport(deps, scope, { articleId, conversation, channelName: channel.name }),
  );
  return { ...judged, saved: isWithdrawn ? "updated" : "none" };
}
