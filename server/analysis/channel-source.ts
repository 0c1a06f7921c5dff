import type { ChatSource } from "../../connectors/chat-source.ts";
import { CredentialsRejected } from "../../connectors/errors.ts";
import { getManifest } from "../../connectors/manifests.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { ChannelRow } from "../ingest/channels/index.ts";
import {
  type ChatIntegrationRow,
  CREDENTIALS_UNREADABLE,
  findChatSource,
  getChatIntegration,
  openChatConfig,
} from "../integrations/index.ts";
import { CannotDecrypt } from "../secrets/key-ring.ts";
import { readDatabaseTime } from "./queries.ts";

/** An opened platform from which the channel can be read. */
export interface OpenChannelSource {
  source: ChatSource<Record<string, string>>;
  config: Record<string, string>;
  /** The start of this reading, by the database's clock. */
  since: Date;
}

export type ChannelSource =
  | { integration: ChatIntegrationRow; open: (() => OpenChannelSource) | null; notReadBecause: string | null }
  /** Imported from an export, or not to be read: only stored messages are judged. */
  | { integration: null; open: null; notReadBecause: null };

export async function findSource(deps: Deps, channel: ChannelRow): Promise<ChannelSource> {
  const { integrationId, workspaceId } = channel;
  if (integrationId === null) return { integration: null, open: null, notReadBecause: null };
  const { integration, since } = await inWorkspace(deps.db, workspaceId, async (scope) => {
    const since = await readDatabaseTime(scope);
    return { integration: await getChatIntegration(scope, integrationId), since };
  });
  const notRead = (notReadBecause: string) => ({ integration, open: null, notReadBecause });
  if (!integration.isActive) return notRead("The integration is switched off.");
  const source = findChatSource(deps.connectors, integration.platform);
  if (!source) return notRead(`${getManifest(integration.platform).name} cannot be read by this version.`);
  return {
    integration,
    notReadBecause: null,
    open: () => ({ source, config: openConfig(deps, integration), since }),
  };
}

function openConfig(deps: Deps, integration: ChatIntegrationRow): Record<string, string> {
  try {
    return openChatConfig(deps.secrets, integration);
  } catch (error) {
    if (!(error instanceof CannotDecrypt)) throw error;
    throw new CredentialsRejected(CREDENTIALS_UNREADABLE, { cause: error });
  }
}
