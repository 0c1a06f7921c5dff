import type { FastifyInstance, FastifyReply } from "fastify";
import {
  CHAT_MANIFESTS,
  type ChatPlatform,
  getChannelListPath,
  type IntegrationChannelListPath,
  type PlatformChannelListPath,
} from "../../../connectors/chat-manifests.ts";
import { type AvailableChannel, type ChannelAudience, channelEndpoints } from "../../../shared/contract/channels.ts";
import { can } from "../../../shared/domain/access.ts";
import { MAX_PAGE_SIZE, PAGE_HEADERS } from "../../../shared/domain/list-pages.ts";
import { inWorkspaceAs, mayReadChannels, type ReaderScope, readInWorkspaceAs } from "../../db/audience.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { notFound } from "../../errors.ts";
import { type EndpointHandlers, serveEndpoints, type Viewer } from "../../http/routes.ts";
import { excludeChannelFromRule } from "../../integrations/index.ts";
import { setChannelReader, setSharingAllowed } from "../audiences/change-readers.ts";
import { findAudience } from "../audiences/member-queries.ts";
import { listReaders } from "../audiences/reader-queries.ts";
import { channelRemoved } from "../events.ts";
import { getListingProgress, listAvailableChannels } from "./available-channels.ts";
import { ChannelLists } from "./channel-lists.ts";
import { listChannelsOfIntegration } from "./channels-of-integration.ts";
import { chooseMonitoring, monitorChannel, readEarlierMessages, switchChannel } from "./monitor-channel.ts";
import { type ChannelRow, deleteChannel, getChannel, listChannelPage } from "./queries.ts";
import { switchThreadQuestions, switchUnaskedAnswers } from "./switch-questions.ts";
import { viewChannels, viewCollaborationChannels } from "./views.ts";

export function channelRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  serveEndpoints(app, channelEndpoints, {
    "GET /api/channels": ({ viewer, query, reply }) => answerPage(deps, viewer, { query, reply }, viewChannels),

    "POST /api/channels": ({ viewer, body }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        const row = await monitorChannel(deps, scope, { ...body, chosenBy: viewer.userId });
        return only(await viewChannels(seenBy(viewer, scope), [row]));
      }),

    "POST /api/channels/:id/earlier-messages": ({ viewer, params }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        const row = await readEarlierMessages(deps, scope, params.id);
        return only(await viewChannels(seenBy(viewer, scope), [row]));
      }),

    "DELETE /api/channels/:id": ({ viewer, params }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        await removeChannel(deps, scope, params.id);
        return { success: true as const };
      }),

    "GET /api/channels/:id/audience": ({ viewer, params }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        await requireSeen(scope, viewer, params.id);
        return viewAudience(scope, params.id);
      }),

    "PUT /api/channels/:id/readers/:userId": ({ viewer, params: { id, userId }, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        await setChannelReader(deps, scope, { channelId: id, userId, isLetIn: body.isLetIn, by: viewer.userId });
        return viewAudience(scope, id);
      }),

    "PUT /api/channels/:id/sharing": ({ viewer, params, body }) =>
      inWorkspace(db, viewer.workspaceId, async (scope) => {
        await setSharingAllowed(deps, scope, { channelId: params.id, isAllowed: body.isAllowed, by: viewer.userId });
        return viewAudience(scope, params.id);
      }),

    ...offeredChannels(deps, listsUntilClose(app, deps)),
    ...collaborationChannels(deps),
  });
}

type ChannelListHandlers = Pick<
  EndpointHandlers<typeof channelEndpoints>,
  PlatformChannelListPath | IntegrationChannelListPath | `${PlatformChannelListPath}/reading`
>;

/** Endpoints that list the channels that the platforms offer. */
function offeredChannels(deps: Deps, lists: ChannelLists): ChannelListHandlers {
  const forAll =
    (platform: ChatPlatform): Pick<ChannelListHandlers, PlatformChannelListPath>[PlatformChannelListPath] =>
    async ({ viewer }) =>
      offeredTo(viewer, await listAvailableChannels(deps, lists, viewer.workspaceId, platform));
  const reading =
    (platform: ChatPlatform): ChannelListHandlers[`${PlatformChannelListPath}/reading`] =>
    ({ viewer }) =>
      getListingProgress(deps, lists, viewer.workspaceId, platform);
  const forOne =
    (platform: ChatPlatform): ChannelListHandlers[IntegrationChannelListPath] =>
    async ({ viewer, query }) =>
      offeredTo(viewer, await listChannelsOfIntegration(deps, viewer.workspaceId, query.integrationId, platform));
  return Object.fromEntries(
    CHAT_MANIFESTS.flatMap(({ id, chat }) => {
      const path = getChannelListPath(id);
      if (chat.listed === "for-one") return [[path, forOne(id)]];
      return [
        [path, forAll(id)],
        [`${path}/reading`, reading(id)],
      ];
    }),
  ) as unknown as ChannelListHandlers;
}

/**
 * Leaves out private channels for everybody except owners and admins, because the members of a channel are unknown before the
 * product reads them.
 */
const offeredTo = (viewer: Viewer, channels: AvailableChannel[]) =>
  can(viewer, "change", "people") ? channels : channels.filter(({ isPrivate }) => !isPrivate);

/** Endpoints of the page Collaboration, which has its own JSON form of channels. */
function collaborationChannels(deps: Deps) {
  const { db } = deps;
  return {
    "GET /api/collaboration-channels": ({ viewer, query, reply }) =>
      answerPage(deps, viewer, { query, reply }, viewCollaborationChannels),

    "POST /api/collaboration-channels": ({ viewer, body }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        const row = await monitorChannel(deps, scope, { ...body, chosenBy: viewer.userId });
        return only(await viewCollaborationChannels(seenBy(viewer, scope), [row]));
      }),

    "PATCH /api/collaboration-channels/:id": ({ viewer, params, body }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        const row = await switchChannel(deps, scope, params.id, body);
        return only(await viewCollaborationChannels(seenBy(viewer, scope), [row]));
      }),

    "PUT /api/settings/monitoring": ({ viewer, body }) =>
      inWorkspace(db, viewer.workspaceId, (scope) => chooseMonitoring(deps, scope, body)),

    "PUT /api/collaboration-channels/:id/questions": ({ viewer, params, body }) =>
      switched(deps, viewer, (scope) => switchThreadQuestions(deps, scope, params.id, body.isOn)),

    "PUT /api/collaboration-channels/:id/answers": ({ viewer, params, body }) =>
      switched(deps, viewer, (scope) => switchUnaskedAnswers(deps, scope, params.id, body.isOn)),
  } satisfies Partial<EndpointHandlers<typeof channelEndpoints>>;
}

const BEFORE_ALL = "00000000-0000-0000-0000-000000000000";

interface PageAsked {
  query: { limit?: string | undefined; cursor?: string | undefined };
  reply: FastifyReply;
}

/** Puts the cursor for the next page, which is the page's last channel, into a header. */
const answerPage = <View>(
  { db }: Deps,
  viewer: Viewer,
  { query, reply }: PageAsked,
  view: (seen: ReturnType<typeof seenBy>, rows: ChannelRow[]) => Promise<View>,
): Promise<View> =>
  readInWorkspaceAs(db, viewer, async (scope) => {
    const most = Number(query.limit ?? MAX_PAGE_SIZE);
    const rows = await listChannelPage(scope, { limit: most + 1, after: query.cursor ?? BEFORE_ALL });
    const page = rows.slice(0, most);
    const last = page.at(-1);
    if (last && rows.length > page.length) reply.header(PAGE_HEADERS.next, last.id);
    return view(seenBy(viewer, scope), page);
  });

const switched = (deps: Deps, viewer: Viewer, change: (scope: WorkspaceScope) => Promise<ChannelRow>) =>
  inWorkspaceAs(deps.db, viewer, async (scope) =>
    only(await viewCollaborationChannels(seenBy(viewer, scope), [await change(scope)])),
  );

const seenBy = (viewer: Viewer, scope: ReaderScope) => ({ scope, seesNames: can(viewer, "change", "people") });

function listsUntilClose(app: FastifyInstance, deps: Deps): ChannelLists {
  const lists = new ChannelLists(deps);
  app.addHook("onClose", async () => lists.stop());
  return lists;
}

/** Throws for a private channel, unless the viewer may read it or may change its readers. */
async function requireSeen(scope: ReaderScope, viewer: Viewer, channelId: string): Promise<void> {
  if (can(viewer, "change", "people") || (await mayReadChannels(scope, [channelId]))) return;
  throw notFound("channel");
}

function only<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error("One row always has one view");
  return row;
}

/** Removes the channel and everything read from it. Its articles stay, with the sources that they quote. */
async function removeChannel(
  deps: Pick<Deps, "queue" | "events" | "secrets">,
  scope: WorkspaceScope,
  id: string,
): Promise<void> {
  const { integrationId, externalId } = await getChannel(scope, id);
  if (integrationId) await excludeChannelFromRule(scope, integrationId, externalId, true);
  await channelRemoved.announce(deps, scope, { channelId: id });
  await deleteChannel(scope, id);
  await deps.events.notify(scope, { type: "channel", id });
}

async function viewAudience(scope: WorkspaceScope, channelId: string): Promise<ChannelAudience> {
  const { isShared, isSharingAllowed } = await getChannel(scope, channelId);
  const audience = await findAudience(scope, channelId);
  if (!audience) throw notFound("channel");
  return {
    who: audience.isPublic ? "everyone" : "members",
    memberCount: audience.membersReadAt && !audience.isPublic ? audience.memberCount : null,
    unknown: audience.isPublic || audience.isKnown ? null : (audience.trouble ?? NOT_TOLD),
    readers: await listReaders(scope, channelId),
    isShared,
    isSharingAllowed,
  };
}

const NOT_TOLD = "The chat has not yet reported who is in this channel.";
