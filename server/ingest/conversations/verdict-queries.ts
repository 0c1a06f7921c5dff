import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import type { DetectionSettings, Engine, Finding } from "../../../engine/contract.ts";
import type { Conversation } from "../../../shared/domain/chat.ts";
import { storeCountedMessages } from "../../billing/usage/index.ts";
import { newId } from "../../db/new-id.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { StoredConversation } from "./conversation-queries.ts";

/** Hash of everything that a judgement depends on: text, settings, engine. The same fingerprint is never judged twice. */
export function computeFingerprint(
  conversation: Conversation,
  settings: DetectionSettings,
  engine: Pick<Engine, "name">,
): string {
  const hash = createHash("sha256").update(JSON.stringify([engine.name, settings]));
  for (const { externalId, author, text } of conversation.messages) {
    hash.update(JSON.stringify([externalId, author.externalId, text]));
  }
  return hash.digest("base64url").slice(0, 22);
}

export interface Verdict {
  conversation: StoredConversation;
  fingerprint: string;
  /** The finding; null if no judgement was possible. `reasons` then says why. */
  finding: Pick<Finding, "score" | "isKnowledge" | "contentType"> | null;
  reasons: string[];
}

/**
 * Stores many verdicts at once, because most conversations contain no knowledge. Counts messages that were not counted yet as
 * analyzed.
 */
export async function storeVerdicts(scope: WorkspaceScope, verdicts: Verdict[]): Promise<void> {
  if (verdicts.length === 0) return;
  const { workspaceId, tx } = scope;
  const given = verdicts.map(({ conversation, fingerprint, finding, reasons }) => ({
    id: conversation.id,
    row_version: conversation.rowVersion,
    fingerprint,
    message_count: conversation.messages.length,
    has_forgotten: conversation.hasForgotten,
    score: finding?.score ?? null,
    is_knowledge: finding?.isKnowledge ?? null,
    content_type: finding?.contentType ?? null,
    reasons,
  }));
  await tx.execute(sql`
    with g as (
      select * from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (id uuid, row_version text, fingerprint text,
        message_count int, has_forgotten boolean, score real, is_knowledge boolean, content_type text, reasons text[])
    ), counted as (
      insert into analyzed_messages (workspace_id, id, messages)
      select ${workspaceId}, ${newId()}, sum(g.message_count - c.counted_messages)
      from g join conversations c on c.workspace_id = ${workspaceId} and c.id = g.id
      where g.message_count > c.counted_messages
      having count(*) > 0
    )
    update conversations c set fingerprint = g.fingerprint, score = g.score,
      message_count = case when g.has_forgotten then c.message_count else g.message_count end,
      is_knowledge = g.is_knowledge, content_type = g.content_type, reasons = g.reasons, analysed_at = now(),
      waits_for = null, waits_until = null,
      counted_messages = greatest(c.counted_messages, g.message_count)
    from g where c.workspace_id = ${workspaceId} and c.id = g.id and c.xmin::text = g.row_version`);
  await storeCountedMessages(
    scope,
    verdicts.map(({ conversation }) => conversation),
  );
}
