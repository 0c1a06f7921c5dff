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

/** Whether questions that nobody answers are answered without our being asked. Off can always be chosen. */
export async function switchAnswers(
  { events }: Pick<Deps, "events">,
  scope: WorkspaceScope,
  id: string,
  isOn: boolean,
): Promise<ChannelRow> {
  const channel = await getChannel(scope, id);
  const integration = channel.integrationId ? await getChatIntegration(scope, channel.integrationId) : undefined;
  const cannot = whyNotAnswer(channel, integration);
  if (isOn && cannot) throw conflict(cannot);
  const row = await updateChannel(scope, id, { answersUnasked: isOn });
  await events.notify(scope, { type: "channel", id });
  return row;
}

export function whyNotAnswer(
  { platform, isShared }: Pick<ChannelRow, "platform" | "isShared">,
  integration: Pick<ChatIntegrationRow, "mayPost"> | undefined,
): string | null {
  const { answers, questions } = abilitiesOf(platform);
  if (!answers) return `Nobody can be answered in ${getManifest(platform).name}.`;
  if (!integration) return "No integration reads this channel, so nobody can be answered in it.";
  if (isShared) return "People of other companies read this channel, so nobody is answered in it.";
  return integration.mayPost === false ? (questions?.notAllowed ?? "The credentials may not post.") : null;
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
