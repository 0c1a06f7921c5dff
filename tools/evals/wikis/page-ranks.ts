import { sql } from "drizzle-orm";
import { listPagesToCompare, MAX_PAGES_FOR_MODEL } from "../../../server/analysis/compare-pages.ts";
import type { WorkspaceScope } from "../../../server/db/workspace-scope.ts";
import { getConversation } from "../../../server/ingest/conversations/index.ts";
import type { WikiCase } from "./read-wiki-folder.ts";

const DEPTHS = [1, 3, 8, MAX_PAGES_FOR_MODEL];

/**
 * Counts the conversations whose labelled page is among the first pages that the product finds before it writes. If a
 * chat was divided into several conversations, the best rank counts. A chat without a conversation has no rank.
 */
export async function countPageRanks(scope: WorkspaceScope, cases: WikiCase[], chatByTs: Map<string, string>) {
  const { tx, workspaceId } = scope;
  const pages = await tx.execute<{ id: string; external: string }>(
    sql`select id, external_id as external from wiki_pages where workspace_id = ${workspaceId}`,
  );
  const external = new Map(pages.rows.map((page) => [page.id, page.external]));
  const labels = new Map(cases.map((labelled) => [labelled.chat, labelled]));
  const conversations = await tx.execute<{ id: string }>(
    sql`select id from conversations where workspace_id = ${workspaceId}`,
  );
  const ranks = new Map<string, number>();
  for (const { id } of conversations.rows) {
    const conversation = await getConversation(scope, id);
    const near = await listPagesToCompare(scope, conversation);
    for (const chat of new Set(conversation.messages.map(({ externalId }) => chatByTs.get(externalId) ?? ""))) {
      const page = labels.get(chat)?.page;
      const rank = near.findIndex((each) => external.get(each.id) === page) + 1;
      if (page && rank > 0) ranks.set(chat, Math.min(rank, ranks.get(chat) ?? rank));
    }
  }
  return (["told", "adds", "contradicts"] as const).flatMap((label) => {
    const labelled = cases.filter((one) => one.case === label);
    return DEPTHS.map((depth) => {
      const found = labelled.filter(({ chat }) => (ranks.get(chat) ?? Number.POSITIVE_INFINITY) <= depth);
      return { figure: `${label}, its page among the first ${depth}`, count: `${found.length} of ${labelled.length}` };
    });
  });
}
