import { abilitiesOf, CHAT_MANIFESTS, getManifest } from "../../../connectors/manifests.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { type ChatIntegrationRow, getChatIntegration } from "../../integrations/index.ts";
import { type ChannelRow, getChannel, updateChannel } from "./queries.ts";

/** Whether who gave an answer is asked in its thread. Off can always be chosen. */
export async function switchQuestions(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  id: string,
  isOn: boolean,
): Promise<ChannelRow> {
  const channel = await getChannel(scope, id);
  const integration = channel.integrationId ? await getChatIntegration(scope, channel.integrationId) : undefined;
  const cannot = whyNotAsk(channel, integration);
  if (isOn && cannot) throw conflict(cannot);
  const row = await updateChannel(scope, id, { asksInThreads: isOn });
  await events.notify(scope, { type: "channel", id });
  return row;
}

/** A token that was never tested may try. */
export function whyNotAsk(
  { platform }: Pick<ChannelRow, "platform">,
  integration: Pick<ChatIntegrationRow, "mayPost"> | undefined,
): string | null {
  const { questions } = abilitiesOf(platform);
  if (!questions) return `${askers()} can ask in threads; ${getManifest(platform).name} cannot.`;
  if (!integration) return "No integration reads this channel, so nobody can be asked in it.";
  if (integration.mayPost !== false) return null;
  return questions.notAllowed;
}

/** 'Only Slack'. */
const askers = () =>
  `Only ${CHAT_MANIFESTS.filter(({ chat }) => chat.questions)
    .map(({ name }) => name)
    .join(" and ")}`;
