import type { WritingInput } from "../../engine/contract.ts";
import type { ContentType } from "../../shared/domain/facets.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { type ChannelRow } from "../ingest/channels/index.ts";
import { listChannelAuthors, type StoredConversation } from "../ingest/conversations/index.ts";
import { readWritingSettings } from "../settings/index.ts";
import { listWritingHelp } from "./writing-help-queries.ts";

const MOST_QUESTION_CHARACTERS = 300;

/** Reads all facts about the workspace's style that a language model receives with the chat. */
export async function readWritingInput(
  scope: WorkspaceScope,
  channel: Pick<ChannelRow, "id" | "name">,
  kinds: readonly ContentType[],
): Promise<WritingInput> {
  return {
    channelName: channel.name,
    ...(await readWritingSettings(scope)),
    ...(await listWritingHelp(scope, channel.id, kinds)),
    people: await listChannelAuthors(scope, channel.id),
  };
}

/**
 * The conversation as a topic: the question that a model found, or the first words if rules grouped the conversation.
 */
export function toMatter({ question, gist, settled, contentType, messages }: StoredConversation) {
  return {
    question: question ?? (messages[0]?.text ?? "").slice(0, MOST_QUESTION_CHARACTERS),
    gist: gist ?? "",
    kind: contentType ?? ("documentation" as const),
    settled: settled === null || settled === "nothing" ? ("unsure" as const) : settled,
  };
}
