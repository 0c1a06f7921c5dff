import { getChatAbilities, getManifest } from "../../../connectors/manifests.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { type ChatIntegrationRow, getChatIntegration } from "../../integrations/index.ts";
import { type ChannelRow, getChannel, updateChannel } from "./queries.ts";

type NotifyDeps = Pick<Deps, "events">;

/** Switches whether the app asks an answer's author in the thread. Switching off is always allowed. */
export function switchThreadQuestions(deps: NotifyDeps, scope: WorkspaceScope, id: string, isOn: boolean) {
  return switchOf(deps, scope, id, { isOn, change: { asksInThreads: isOn }, whyNot: explainNotAsking });
}

/**
 * Switches whether the app answers questions that nobody answers and that were not addressed to the app. Switching off is
 * always allowed.
 */
export function switchUnaskedAnswers(deps: NotifyDeps, scope: WorkspaceScope, id: string, isOn: boolean) {
  return switchOf(deps, scope, id, { isOn, change: { answersUnasked: isOn }, whyNot: explainNotAnswering });
}

interface ChannelSwitch {
  isOn: boolean;
  change: Parameters<typeof updateChannel>[2];
  whyNot: (channel: ChannelRow, integration: ChatIntegrationRow | undefined) => string | null;
}

async function switchOf(
  { events }: NotifyDeps,
  scope: WorkspaceScope,
  id: string,
  { isOn, change, whyNot }: ChannelSwitch,
): Promise<ChannelRow> {
  const channel = await getChannel(scope, id);
  const integration = channel.integrationId ? await getChatIntegration(scope, channel.integrationId) : undefined;
  const cannot = whyNot(channel, integration);
  if (isOn && cannot) throw conflict(cannot);
  const row = await updateChannel(scope, id, change);
  await events.notify(scope, { type: "channel", id });
  return row;
}

const NOT_MONITORED = "This channel is not monitored now. Switch that on first.";

export function explainNotAnswering(
  { platform, isShared, isActive }: Pick<ChannelRow, "platform" | "isShared" | "isActive">,
  integration: Pick<ChatIntegrationRow, "mayPost"> | undefined,
): string | null {
  const { answers, questions } = getChatAbilities(platform);
  if (!answers) return `Nobody can be answered in ${getManifest(platform).name}.`;
  if (!integration) return "No integration reads this channel, so nobody can be answered in it.";
  if (!isActive) return NOT_MONITORED;
  if (isShared) return "People of other companies read this channel, so nobody is answered in it.";
  return integration.mayPost === false ? (questions?.notAllowed ?? "The credentials may not post.") : null;
}

/** Returns the reason why the app cannot ask in threads of this channel, or null. An untested token may try. */
export function explainNotAsking(
  { platform, isActive }: Pick<ChannelRow, "platform" | "isActive">,
  integration: Pick<ChatIntegrationRow, "mayPost"> | undefined,
): string | null {
  if (!integration) return "No integration reads this channel, so nobody can be asked in it.";
  if (!isActive) return NOT_MONITORED;
  const { questions } = getChatAbilities(platform);
  // Returns why asking cannot be switched on. On platforms where the app only reads, the product asks people in the inbox
  // instead.
  return questions && integration.mayPost === false ? questions.notAllowed : null;
}
