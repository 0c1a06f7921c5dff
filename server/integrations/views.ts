import type { ConnectorManifest } from "../../connectors/manifest.ts";
import { KNOWLEDGE_MANIFESTS } from "../../connectors/manifests.ts";
import type { CollaborationIntegration, Integration } from "../../shared/contract/integrations.ts";
import type { Env } from "../env.ts";
import { maskSecret } from "../secrets/mask.ts";
import { describeMessageArrival } from "./arrival.ts";
import type { ChatIntegrationRow } from "./chat-integration-queries.ts";
import { maskConfig } from "./credentials.ts";
import type { KnowledgeIntegrationRow } from "./knowledge-integration-queries.ts";
import { listProofs } from "./proofs.ts";

/** True if the product can nest pages on that platform. */
export const hasPageTree = (type: string): boolean =>
  KNOWLEDGE_MANIFESTS.some((one: ConnectorManifest) => one.id === type && one.pageTree === true);

export const viewIntegration = (
  row: KnowledgeIntegrationRow,
  { published, readers }: { published: number; readers: Integration["readerChannels"] },
): Integration => ({
  id: row.id,
  name: row.name,
  type: row.type,
  apiKey: maskSecret(row.apiKeyLast4),
  baseUrl: row.baseUrl,
  spaceId: row.spaceId,
  ...(Object.keys(row.settings).length > 0 && { settings: row.settings }),
  isActive: row.isActive,
  trouble: row.trouble,
  ...(row.grantId && { isConnected: true as const }),
  publishedArticles: published,
  readerChannels: readers,
  ...(hasPageTree(row.type) && { pageTree: { isOn: row.isArranged, trouble: row.arrangeTrouble } }),
  createdAt: row.createdAt.toISOString(),
});

const channelRuleView = ({ channelRule: rule, ruleResult: result }: ChatIntegrationRow) => ({
  rule,
  comparedAt: result?.at ?? null,
  waiting: result?.waiting ?? 0,
  trouble: result?.trouble ?? null,
});

export const viewChatIntegration = (
  row: ChatIntegrationRow,
  { PUBLIC_URL }: Pick<Env, "PUBLIC_URL">,
): CollaborationIntegration => ({
  id: row.id,
  name: row.name,
  platform: row.platform,
  isActive: row.isActive,
  createdAt: row.createdAt.toISOString(),
  workspaceId: row.workspaceId,
  config: maskConfig(row),
  trouble: row.trouble,
  ...(row.grantId && { isConnected: true as const }),
  ...listProofs(row),
  ...(row.channelRule !== "chosen" && { channelRule: channelRuleView(row) }),
  arrival: describeMessageArrival(row, PUBLIC_URL),
});
