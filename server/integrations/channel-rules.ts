import { getChatAbilities, getManifest } from "../../connectors/manifests.ts";
import type { ChannelMonitoringRule } from "../../shared/contract/integrations.ts";
import { recordActivity } from "../activity/index.ts";

import type { WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { invalid } from "../errors.ts";
import { type ChatIntegrationRow, getChatIntegration, updateChatIntegration } from "./chat-integration-queries.ts";

const RULE_SENTENCES: Record<ChannelMonitoringRule, string> = {
  chosen: "the channels that somebody adds",
  invited: "also each channel that the bot is invited to",
  public: "also every public channel",
};

/**
 * Sets the rule by which channels are added. The integration's channels are compared with the rule within a minute.
 * Channels that were added before stay.
 */
export async function setChannelRule(
  deps: Pick<Deps, "events">,
  scope: WorkspaceScope,
  { id, rule, by }: { id: string; rule: ChannelMonitoringRule; by: string },
): Promise<ChatIntegrationRow> {
  const before = await getChatIntegration(scope, id);
  if (rule !== "chosen" && !getChatAbilities(before.platform).addsByRule)
    throw invalid(`The channels of ${getManifest(before.platform).name} are added one by one.`);
  if (rule === before.channelRule) return before;
  const isNone = rule === "chosen";
  const row = await updateChatIntegration(scope, id, {
    channelRule: rule,
    ruleDueAt: isNone ? null : new Date(),
    ruleResult: null,
  });
  await deps.events.notify(scope, { type: "integration", id });
  const message = `${row.name} now monitors ${RULE_SENTENCES[rule]}.`;
  await recordActivity(scope, deps.events, { type: "change", message, by });
  return row;
}
