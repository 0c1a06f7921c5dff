import type { RemoteChannel } from "../../../connectors/chat-source.ts";
import type { ChatPlatform } from "../../../connectors/manifests.ts";
import { HIDDEN_CHANNEL_NAME } from "../../../shared/domain/access.ts";
import { CHECK_FREQUENCY_MINUTES } from "../../../shared/domain/detection.ts";
import { recordActivity } from "../../activity/index.ts";
import { bindToWorkspace, type InScope, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { AppError, nullIfNotFound } from "../../errors.ts";
import {
  type ChatIntegrationRow,
  claimDueRules,
  explainTrouble,
  getChatIntegration,
  openChatConfig,
  testChatIntegration,
  updateChatIntegration,
} from "../../integrations/index.ts";
import { monitorChannel } from "./monitor-channel.ts";
import { listChannels } from "./queries.ts";

const INTEGRATIONS_A_RUN = 20;
/**
 * The largest number of channels added per pass, so that one workspace does not delay the others. The next pass adds the rest.
 */
const MOST_ADDED_A_RUN = 200;

/** Adds the channels that match an integration's rule for monitoring. A failure of one integration does not stop the others. */
export async function applyChannelRules(deps: Deps, stopping: AbortSignal): Promise<void> {
  for (const { workspaceId, integrationId } of await claimDueRules(deps.db, INTEGRATIONS_A_RUN)) {
    if (stopping.aborted) return;
    const inScope = bindToWorkspace(deps.db, workspaceId);
    const integration = await inScope((scope) => getChatIntegration(scope, integrationId)).catch(nullIfNotFound);
    if (!integration || integration.channelRule === "chosen") continue;
    const found = await compare(deps, inScope, integration, stopping);
    await inScope((scope) => noteResult(deps, scope, integration, found));
  }
}

interface RuleComparison {
  added: string[];
  waiting: number;
  trouble: string | null;
}

async function compare(
  deps: Deps,
  inScope: InScope,
  integration: ChatIntegrationRow,
  stopping: AbortSignal,
): Promise<RuleComparison> {
  try {
    // An integration's team has to be known before its channels are added.
    if (integration.teamId === null) await testChatIntegration(deps, integration);
    const wanted = await listWanted(deps, inScope, integration, stopping);
    return await addChannels(deps, inScope, integration, wanted);
  } catch (error) {
    const trouble = explainTrouble(error);
    if (trouble === null) throw error;
    return { added: [], waiting: 0, trouble };
  }
}

async function listWanted(deps: Deps, inScope: InScope, integration: ChatIntegrationRow, stopping: AbortSignal) {
  const monitored = await inScope(listChannels);
  const known = new Set(
    monitored.filter((row) => row.integrationId === integration.id).map(({ externalId }) => externalId),
  );
  const source = deps.connectors.sources[integration.platform as ChatPlatform];
  const wanted: RemoteChannel[] = [];
  for await (const page of source.listChannels(openChatConfig(deps.secrets, integration), stopping))
    wanted.push(...page.filter((channel) => !known.has(channel.externalId) && isWanted(integration, channel)));
  return wanted;
}

function isWanted({ channelRule, leftOut }: ChatIntegrationRow, channel: RemoteChannel): boolean {
  if (channel.isArchived || channel.isShared || leftOut.includes(channel.externalId)) return false;
  return channel.isMember || (channelRule === "public" && !channel.isPrivate);
}

/** Adds channels one by one; the first channel beyond the plan's limit ends the pass. */
async function addChannels(
  deps: Deps,
  inScope: InScope,
  { id: integrationId, platform }: ChatIntegrationRow,
  wanted: RemoteChannel[],
): Promise<RuleComparison> {
  const added: string[] = [];
  for (const { externalId, name, isPrivate } of wanted.slice(0, MOST_ADDED_A_RUN)) {
    const channel = {
      integrationId,
      platform: platform as ChatPlatform,
      channelId: externalId,
      channelName: name,
      isActive: true,
      checkFrequencyMinutes: CHECK_FREQUENCY_MINUTES.listDefault,
      chosenBy: null,
    };
    try {
      await inScope((scope) => monitorChannel(deps, scope, channel));
      added.push(isPrivate ? HIDDEN_CHANNEL_NAME : `#${name}`);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code === "forbidden") return { added, waiting: wanted.length - added.length, trouble: error.message };
      // A person added the channel first, or removed the integration.
      if (error.code !== "conflict" && error.code !== "not-found") throw error;
    }
  }
  return { added, waiting: Math.max(0, wanted.length - MOST_ADDED_A_RUN), trouble: null };
}

const NAMED_IN_LOG = 5;

/** Stores the pass's result, unless the rule was changed meanwhile. */
async function noteResult(
  deps: Deps,
  scope: WorkspaceScope,
  compared: ChatIntegrationRow,
  { added, waiting, trouble }: RuleComparison,
): Promise<void> {
  const { id, name, channelRule } = compared;
  const now = await getChatIntegration(scope, id).catch(nullIfNotFound);
  if (now?.channelRule === channelRule) {
    const goesOn = waiting > 0 && trouble === null;
    await updateChatIntegration(scope, id, {
      ruleResult: { at: new Date().toISOString(), waiting, trouble },
      ...(goesOn && { ruleDueAt: new Date() }),
    });
  }
  await deps.events.notify(scope, { type: "integration", id });
  if (added.length === 0) return;
  const named = added.slice(0, NAMED_IN_LOG);
  const others = added.length - named.length;
  await recordActivity(scope, deps.events, {
    type: "change",
    message: `${name}: ${added.length === 1 ? "a channel was" : `${added.length} channels were`} added by the rule: ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}.`,
    data: { integration: name },
  });
}
