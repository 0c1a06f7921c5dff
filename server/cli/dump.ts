import { listStatements } from "../../shared/domain/article.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { listOpenItemsOfWorkspace } from "../inbox/index.ts";
import {
  listAllArticles,
  listConversationRows,
  listConversationsOfItems,
  listConversationsOfMessages,
} from "./cli-queries.ts";
import { getOutcomeState, type OutcomeState } from "./outcome.ts";

/** The line of JSON that `lorekeep dump` prints: all articles of a workspace and their sources. */
export interface LibraryDump {
  articles: {
    id: string;
    title: string;
    kind: string;
    /** The engine's confidence, 0 to 1, that the article is knowledge. */
    confidence: number;
    state: OutcomeState;
    form: "excerpt" | "written";
    channel: string;
    /** The article's sentences in reading order; `sources` are the platform's ids of messages. */
    sentences: { text: string; sources: string[] }[];
  }[];
  conversations: {
    /** The platform's id of the conversation's first message. */
    key: string;
    channel: string;
    /** The ids of the conversation's messages, oldest first. */
    messages: string[];
    articleId: string | null;
    /** True: the conversation confirms the article, which was written from another conversation. */
    evidence: boolean;
    /** The knowledge in a model's words; null if rules grouped the conversation. */
    gist: string | null;
  }[];
  /**
   * The open inbox items. `conversationKey` is the conversation that caused the item. For an item that is derived from an
   * article, it is the conversation that the article was written from.
   */
  inbox: { kind: string; articleId: string; conversationKey: string | null }[];
}

const MOST_ITEMS = 1_000_000;

export function readDump(deps: Pick<Deps, "db">, workspaceId: string): Promise<LibraryDump> {
  return inWorkspace(deps.db, workspaceId, async (scope) => {
    const dumped = await listConversations(scope);
    const rows = await listAllArticles(scope);
    return {
      articles: rows.map((row) => ({
        id: row.id,
        title: row.title,
        kind: row.contentType,
        confidence: row.confidence,
        state: getOutcomeState(row),
        form: row.form,
        channel: row.channelName,
        sentences: listStatements(row).map(({ text, sources }) => ({ text, sources })),
      })),
      conversations: [...dumped.values()],
      inbox: await listInbox(scope, dumped),
    };
  });
}

type DumpedConversation = LibraryDump["conversations"][number];

/** Returns conversations by id. */
async function listConversations(scope: WorkspaceScope): Promise<Map<string, DumpedConversation>> {
  const rows = await listConversationRows(scope);
  const said = await listConversationsOfMessages(scope);
  const byConversation = Map.groupBy(said, ({ channelId, key }) => `${channelId} ${key}`);
  return new Map(
    rows.map(({ id, channelId, key, channel, articleId, evidence, gist }) => {
      const spoken = (byConversation.get(`${channelId} ${key}`) ?? []).map((message) => message.id);
      return [id, { key, channel, messages: spoken, articleId, evidence, gist }];
    }),
  );
}

async function listInbox(
  scope: WorkspaceScope,
  dumped: Map<string, DumpedConversation>,
): Promise<LibraryDump["inbox"]> {
  const items = await listOpenItemsOfWorkspace(scope, { limit: MOST_ITEMS });
  const rows = await listConversationsOfItems(scope);
  const conversationOf = new Map(rows.map(({ id, conversationId }) => [id, conversationId]));
  const leading = new Map(
    [...dumped.values()].flatMap((conversation) =>
      conversation.articleId && !conversation.evidence ? [[conversation.articleId, conversation]] : [],
    ),
  );
  return items.map(({ kind, subject, articleId }) => {
    const conversation = dumped.get(conversationOf.get(subject) ?? "") ?? leading.get(articleId);
    return { kind, articleId, conversationKey: conversation?.key ?? null };
  });
}
