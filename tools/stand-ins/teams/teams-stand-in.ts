import type { FastifyRequest } from "fastify";
import { type StandIn, startStandIn } from "../stand-in.ts";
import { TeamsChannel, type TeamsChannelData, type TeamsPerson } from "./channel.ts";
import { answerOrFail, buildErrorBody, GraphFailure } from "./failure.ts";
import { PageLinks } from "./links.ts";
import {
  getPost,
  getReply,
  listChanges,
  listMembers,
  listPosts,
  listReplies,
  type MethodCall,
  toWireChannel,
} from "./methods.ts";
import { addPages } from "./page.ts";
import { addSubscriptions, Subscriptions } from "./subscriptions.ts";
import { Throttle } from "./throttle.ts";
import { type TeamsApp, TokenIssuer } from "./tokens.ts";

export interface TeamData {
  id: string;
  displayName: string;
  people: TeamsPerson[];
  channels: TeamsChannelData[];
}

export interface TeamsStandInOptions {
  port?: number;
  tenantId: string;
  apps: TeamsApp[];
  teams: TeamData[];
  /** Returns the current time in milliseconds since 1970. */
  now?: () => number;
  /** Maps the product's public address to its real one. If absent, both are the same. */
  reach?: (url: string) => string;
  /** Whether Microsoft's known rate limits apply. True if absent. */
  isLimited?: boolean;
}

export interface TeamsStandIn extends StandIn {
  /** The base address, which ends in `/v1.0`. */
  readonly apiBaseUrl: string;
  readonly loginUrl: string;
  /** Returns the channel with this id, for actions of people. */
  channel(id: string): TeamsChannel;
  addChannel(teamId: string, data: TeamsChannelData): TeamsChannel;
  /** The change notifications of all apps. */
  readonly subscriptions: Subscriptions;
  /** Makes all issued links and access tokens invalid. */
  forgetLinks(): void;
  revokeTokens(): void;
}

/** The permissions of which a call needs one: a team owner's permission, or an administrator's. */
const NEEDED = {
  teams: ["Team.ReadBasic.All"],
  channels: ["ChannelSettings.Read.Group", "Channel.ReadBasic.All"],
  messages: ["ChannelMessage.Read.Group", "ChannelMessage.Read.All"],
  members: ["ChannelMember.Read.Group", "ChannelMember.Read.All"],
};

export const ALL_PERMISSIONS = Object.values(NEEDED).flatMap((names) => names.filter((name) => name.endsWith(".All")));

const OF_CHANNEL: [string, keyof typeof NEEDED, (call: MethodCall) => object][] = [
  ["", "channels", ({ channel }) => toWireChannel(channel)],
  ["/messages", "messages", listPosts],
  ["/messages/delta", "messages", listChanges],
  ["/messages/:messageId", "messages", getPost],
  ["/messages/:messageId/replies", "messages", listReplies],
  ["/messages/:messageId/replies/:replyId", "messages", getReply],
  ["/members", "members", listMembers],
];

/**
 * Starts the calls of Microsoft Graph for reading Teams, and the token endpoint of Microsoft Entra, at one address. A
 * page for people is at `/`.
 */
export async function startTeamsStandIn(options: TeamsStandInOptions): Promise<TeamsStandIn> {
  const { port = 0, tenantId, apps, teams, now = Date.now, isLimited = true } = options;
  const desk = new TokenIssuer(tenantId, apps, now);
  const throttle = new Throttle(now);
  const kept: ConstructorParameters<typeof PageLinks>[0] = new Map();
  const subscriptions = new Subscriptions({ tenantId, now, reach: options.reach ?? ((url) => url) });
  const open = (team: TeamData, data: TeamsChannelData) => {
    const channel = new TeamsChannel(data, { teamId: team.id, tenantId, people: team.people }, now);
    channel.onChange = (change) => subscriptions.tell(channel, change);
    return channel;
  };
  const channels = teams.flatMap((team) => team.channels.map((data) => open(team, data)));

  function callerOf({ headers }: FastifyRequest): TeamsApp {
    const token = /^Bearer (\S+)$/.exec(headers.authorization ?? "")?.[1];
    const caller = token === undefined ? null : desk.find(token);
    if (caller) return caller;
    throw new GraphFailure(
      "InvalidAuthenticationToken",
      token ? "Lifetime validation failed." : "Access token is empty.",
    );
  }

  function admit(request: FastifyRequest, what: keyof typeof NEEDED, path: string): void {
    const caller = callerOf(request);
    if (isLimited) throttle.take(caller.appId, path);
    mayUse(caller, what, (request.params as Record<string, string>)["teamId"] ?? "");
  }

  function mayUse(caller: TeamsApp, what: keyof typeof NEEDED, teamId: string): void {
    const held = [...caller.permissions, ...(caller.ofTeams?.[teamId] ?? [])];
    if (NEEDED[what].some((name) => held.includes(name))) return;
    throw new GraphFailure(
      "Forbidden",
      `Missing role permissions on the request. API requires one of '${NEEDED[what].join(", ")}'. Roles on the request '${held.join(", ")}'.`,
    );
  }

  function channelOf({ params }: FastifyRequest): TeamsChannel {
    const { teamId = "", channelId = "" } = params as Record<string, string>;
    return channelAt(teamId, channelId);
  }

  function channelAt(teamId: string, channelId: string): TeamsChannel {
    const found = channels.find(({ data, owner }) => data.id === channelId && owner.teamId === teamId);
    if (!found) throw new GraphFailure("NotFound", "NotFound");
    return found;
  }

  const standIn = await startStandIn(
    "teams",
    (app) => {
      app.post<{ Params: { tenant: string }; Body: Record<string, unknown> }>(
        "/:tenant/oauth2/v2.0/token",
        async ({ params, body }, reply) => {
          const answer = desk.exchange(params.tenant, body ?? {});
          return reply.code(answer.status).send(answer.body);
        },
      );
      const on = (path: string, what: keyof typeof NEEDED, answer: (request: FastifyRequest) => object) =>
        app.get(`/v1.0${path}`, (request, reply) =>
          answerOrFail(reply, () => {
            admit(request, what, path);
            return answer(request);
          }),
        );
      addSubscriptions(app, subscriptions, {
        callerOf(request) {
          const caller = callerOf(request);
          if (isLimited) throttle.take(caller.appId, "/subscriptions");
          return caller;
        },
        channelOf(caller, teamId, channelId) {
          mayUse(caller, "messages", teamId);
          return channelAt(teamId, channelId);
        },
      });
      on("/teams", "teams", () => ({
        value: teams.map(({ id, displayName }) => ({ id, displayName, description: null, visibility: "private" })),
      }));
      on("/teams/:teamId/channels", "channels", ({ params }) => {
        const { teamId } = params as { teamId: string };
        if (!teams.some(({ id }) => id === teamId)) throw new GraphFailure("NotFound", "No team found with Group Id.");
        const value = channels.filter(({ owner }) => owner.teamId === teamId).map(toWireChannel);
        return { "@odata.count": value.length, value };
      });
      for (const [path, what, method] of OF_CHANNEL)
        on(`/teams/:teamId/channels/:channelId${path}`, what, (request) => {
          const address = { base: `http://${request.headers.host}/v1.0`, path: pathOf(request) };
          return method({
            channel: channelOf(request),
            query: request.query as Record<string, string>,
            links: new PageLinks(kept, address),
            messageId: (request.params as Record<string, string>)["messageId"] ?? "",
            replyId: (request.params as Record<string, string>)["replyId"] ?? "",
            knowsNewWords: /include-unknown-enum-members/.test(String(request.headers["prefer"] ?? "")),
            now: now(),
          });
        });
      addPages(app, channels);
    },
    { port, refusal: (status) => buildErrorBody("UnknownError", `ordered fault ${status}`) },
  );
  const find = (id: string) => {
    const channel = channels.find(({ data }) => data.id === id);
    if (!channel) throw new Error(`There is no channel ${id}.`);
    return channel;
  };
  return {
    ...standIn,
    apiBaseUrl: `${standIn.url}/v1.0`,
    loginUrl: standIn.url,
    channel: find,
    subscriptions,
    addChannel(teamId, data) {
      const team = teams.find(({ id }) => id === teamId);
      if (!team) throw new Error(`There is no team ${teamId}.`);
      channels.push(open(team, data));
      return find(data.id);
    },
    forgetLinks: () => kept.clear(),
    revokeTokens: () => desk.revokeAll(),
  };
}

/** Returns the path as Microsoft writes it in links. */
function pathOf({ url }: FastifyRequest): string {
  return decodeURIComponent(url.slice("/v1.0".length).split("?")[0] ?? "");
}
