import type { WritingInput } from "../../engine/contract.ts";
import type { ContentType } from "../../shared/domain/facets.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { type ChannelRow, listPeople, type StoredConversation } from "../ingest/index.ts";
import { readWritingSettings } from "../settings/index.ts";
import { listWritingHelp } from "./writing-help-queries.ts";

const MOST_QUESTION_CHARACTERS = 300;

/** Everything a model is told beside the chat about how this workspace writes. */
export async function readWritingInput(
  scope: WorkspaceScope,
  channel: Pick<ChannelRow, "id" | "name">,
  kind: ContentType,
): Promise<WritingInput> {
  return {
    channelName: channel.name,
    ...(await readWritingSettings(scope)),
    ...(await listWritingHelp(scope, channel.id, kind)),
    people: await listPeople(scope, channel.id),
  };
}

/** What a model found it to be about; what rules put together is known by its first words. */
export function matterOf({ question, gist, settled, contentType, messages }: StoredConversation) {
  return {
    question: question ?? (messages[0]?.text ?? "").slice(0, MOST_QUESTION_CHARACTERS),
    gist: gist ?? "",
    kind: contentType ?? ("documentation" as const),
    settled: settled === null || settled === "nothing" ? ("unsure" as const) : settled,
  };
}
