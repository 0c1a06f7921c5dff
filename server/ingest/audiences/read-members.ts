import type { ChannelMembers } from "../../../connectors/chat-source.ts";
import { ConnectorError, MissingPermission, RateLimited, Refused, Unreachable } from "../../../connectors/errors.ts";
import { bindToWorkspace, type InScope, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import {
  type ChatIntegrationRow,
  findChatSource,
  getChatIntegration,
  openChatConfig,
} from "../../integrations/index.ts";
import { getChannel } from "../channels/queries.ts";
import {
  type AudienceRow,
  findAudience,
  hasAnyGuest,
  listDueAudiences,
  listPeopleToLookUp,
  storeIdentity,
  storeMembers,
  updateAudience,
} from "./member-queries.ts";

const CHANNELS_A_RUN = 200;
const LONGEST_MS = 60_000;

/**
 * Reads the members of channels whose members are due, within a minute of a reported change. A failure does not stop the other
 * channels.
 */
export async function readDueMembers(deps: Deps): Promise<void> {
  for (const { workspaceId, channelId } of await listDueAudiences(deps.db, CHANNELS_A_RUN))
    await readMembers(deps, workspaceId, channelId, AbortSignal.timeout(LONGEST_MS));
}

interface OpenedAudience {
  audience: AudienceRow;
  members: ChannelMembers<Record<string, string>>;
  config: Record<string, string>;
}

/**
 * Reads a channel's members from the platform, and the chat accounts of the workspace's people. Never throws the platform's
 * errors.
 */
export async function readMembers(
  deps: Deps,
  workspaceId: string,
  channelId: string,
  signal?: AbortSignal,
): Promise<void> {
  const inScope = bindToWorkspace(deps.db, workspaceId);
  const opened = await inScope((scope) => open(deps, scope, channelId));
  if (!opened) return;
  const { audience, members, config } = opened;
  const { externalId, isPublic } = audience;
  try {
    const trouble = await lookUpPeople(inScope, opened, signal);
    // In a public channel the product checks only guests for membership.
    const isAsked = !isPublic || (await inScope(hasAnyGuest));
    const listed = isAsked ? await members.list(config, externalId, signal) : [];
    await inScope(async (scope) => {
      const isStored = await storeMembers(scope, audience, { members: listed, isKnown: trouble === null, trouble });
      if (isStored) await deps.events.notify(scope, { type: "channel", id: channelId });
    });
  } catch (error) {
    // The job's next run retries temporary failures.
    if (error instanceof RateLimited || error instanceof Unreachable) return;
    if (signal?.aborted) return;
    if (!(error instanceof ConnectorError)) throw error;
    await inScope((scope) => updateAudience(scope, channelId, { trouble: error.message, dueSince: null }));
  }
}

async function open(deps: Deps, scope: WorkspaceScope, channelId: string): Promise<OpenedAudience | null> {
  const audience = await findAudience(scope, channelId);
  if (!audience) return null;
  const { integrationId } = await getChannel(scope, channelId);
  const integration = integrationId ? await getChatIntegration(scope, integrationId) : null;
  const members = integration && membersOf(deps, integration);
  if (!members || !integration?.isActive) {
    await updateAudience(scope, channelId, { dueSince: null });
    return null;
  }
  return { audience, members, config: openChatConfig(deps.secrets, integration) };
}

function membersOf({ connectors }: Pick<Deps, "connectors">, { platform }: Pick<ChatIntegrationRow, "platform">) {
  return findChatSource(connectors, platform)?.members;
}

/**
 * Searches for the chat accounts of the workspace's people. Returns the reason why people cannot be matched by address, or
 * null.
 */
async function lookUpPeople(
  inScope: InScope,
  { audience, members, config }: OpenedAudience,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  try {
    for (const person of await inScope((scope) => listPeopleToLookUp(scope, audience))) {
      const found = await members.findPerson(config, person.email, audience.externalId, signal);
      await inScope((scope) => storeIdentity(scope, audience, person, found));
    }
    return null;
  } catch (error) {
    if (error instanceof MissingPermission || error instanceof Refused) return error.message;
    throw error;
  }
}
