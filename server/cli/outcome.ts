import { listStatements } from "../../shared/domain/article.ts";
import type { ArticleState } from "../db/schema.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { listWaitingChannels } from "../ingest/waiting/index.ts";
import { countConversations, countMessages, listAllArticles, listPublishedPages } from "./cli-queries.ts";

/**
 * `published`: shown, and published on every connected platform. `draft`: waits for a person, or is not published on platforms.
 * `merged`: merged into another article. `dismissed`: retracted.
 */
export type OutcomeState = "published" | "draft" | "merged" | "dismissed";

const STATES: Record<ArticleState, OutcomeState> = {
  stands: "published",
  draft: "draft",
  review: "draft",
  held: "draft",
  "library-only": "draft",
  merged: "merged",
  dismissed: "dismissed",
  withdrawn: "dismissed",
  trashed: "dismissed",
};

export function getOutcomeState({ state }: { state: ArticleState }): OutcomeState {
  return STATES[state];
}

/** The result for a workspace's chat, which is the last line of JSON of `demo --once --json` and `import --json`. */
export interface WorkspaceOutcome {
  /** The number of messages that were read, whatever their length. */
  messages: number;
  conversations: number;
  articles: {
    id: string;
    title: string;
    kind: string;
    /** The engine's confidence, 0 to 1, that the article is knowledge. */
    confidence: number;
    state: OutcomeState;
    sourceChannel: string;
    /** The number of statements, and the number of messages that they cite. */
    sentences: number;
    sources: number;
    /** The URLs of the article's pages; empty while it is a draft. */
    publishedTo: string[];
  }[];
  /** Work that still waits for the language model. */
  waiting: {
    channel: string;
    messages: number;
    conversations: number;
    reason: string;
    until: string | null;
    why: string;
  }[];
  seconds: number;
}

/** The reason that is shown for unfinished work if the command did not wait for the end. */
const NO_TIME = { reason: "limit", until: null, sentence: "There was no time left to wait for the model." } as const;

export function readOutcome(
  deps: Pick<Deps, "db">,
  workspaceId: string,
  startedAt: number,
  isDone = true,
): Promise<WorkspaceOutcome> {
  return inWorkspace(deps.db, workspaceId, async (scope) => {
    const rows = await listAllArticles(scope);
    const pages = await listPublishedPages(scope);
    return {
      messages: await countMessages(scope),
      conversations: await countConversations(scope),
      articles: rows.map((row) => {
        const statements = listStatements(row);
        const state = getOutcomeState(row);
        return {
          id: row.id,
          title: row.title,
          kind: row.contentType,
          confidence: row.confidence,
          state,
          sourceChannel: row.channelName,
          sentences: statements.length,
          sources: new Set(statements.flatMap(({ sources }) => sources)).size,
          publishedTo: pages.flatMap(({ articleId, url }) =>
            state !== "draft" && articleId === row.id && url ? [url] : [],
          ),
        };
      }),
      waiting: (await listWaitingChannels(scope, isDone ? null : NO_TIME)).map(
        ({ channelName, messages, conversations, reason, until, sentence }) => ({
          channel: channelName,
          messages,
          conversations,
          reason,
          until,
          why: sentence,
        }),
      ),
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    };
  });
}
