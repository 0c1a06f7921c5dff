import { createConfluenceTarget } from "./confluence/target.ts";
import type { ConnectorOptions } from "./connector-options.ts";
import { createGitDocsTarget } from "./git-docs/target.ts";
import { createIntercomTarget } from "./intercom/target.ts";
import { createJiraTarget } from "./jira/target.ts";
import type { KnowledgeTarget } from "./knowledge-target.ts";
import type { KnowledgePlatform } from "./manifests.ts";
import { createMediaWikiTarget } from "./mediawiki/target.ts";
import { createNotionTarget } from "./notion/target.ts";
import { createServicenowTarget } from "./servicenow/target.ts";
import { createSharepointTarget } from "./sharepoint/target.ts";
import { createZendeskTarget } from "./zendesk/target.ts";

/**
 * A knowledge target whose configuration is a manifest's decrypted fields as they are stored. The connector refuses a
 * configuration without a required field.
 */
export type AnyTarget = KnowledgeTarget<Record<string, string>>;

/** The base addresses and rate limits of platforms, for tests. The platforms' own values if absent. */
export interface TargetAddresses {
  confluenceGatewayUrl?: string | undefined;
  notionApiUrl?: string | undefined;
  /** The calls per second to Notion. Notion's own limit if absent. */
  notionRequestsPerSecond?: number | undefined;
  graphApiUrl?: string | undefined;
  microsoftLoginUrl?: string | undefined;
}

/** Creates every knowledge target for use in the calling thread. */
export function createTargets({
  confluenceGatewayUrl,
  notionApiUrl,
  notionRequestsPerSecond,
  graphApiUrl,
  microsoftLoginUrl,
  ...options
}: ConnectorOptions & TargetAddresses): Record<KnowledgePlatform, AnyTarget> {
  const targets = {
    confluence: createConfluenceTarget({
      ...options,
      ...(confluenceGatewayUrl && { gatewayUrl: confluenceGatewayUrl }),
    }),
    notion: createNotionTarget({
      ...options,
      ...(notionApiUrl && { apiBaseUrl: notionApiUrl }),
      ...(notionRequestsPerSecond && { requestsPerSecond: notionRequestsPerSecond }),
    }),
    sharepoint: createSharepointTarget({
      ...options,
      ...(graphApiUrl && { apiBaseUrl: `${graphApiUrl}/v1.0` }),
      ...(microsoftLoginUrl && { loginUrl: microsoftLoginUrl }),
    }),
    jira: createJiraTarget(options),
    "git-docs": createGitDocsTarget(options),
    intercom: createIntercomTarget(options),
    mediawiki: createMediaWikiTarget(options),
    servicenow: createServicenowTarget(options),
    zendesk: createZendeskTarget(options),
  };
  return targets as unknown as Record<KnowledgePlatform, AnyTarget>;
}
