import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type StandIn, startStandIn } from "../stand-in.ts";
import { buildCommandFields, type TypedCommand } from "./commands.ts";
import { buildEventEnvelope, EventDeliveries, type EventDeliveriesOptions } from "./event-deliveries.ts";
import { type LimitMode, RequestLimits } from "./limits.ts";
import { METHODS, SlackFailure } from "./methods.ts";
import { Modals, type OpenModal } from "./modals.ts";
import { SlackOAuth, type SlackOAuthOptions } from "./oauth.ts";
import { addPages, type FindArticle } from "./page.ts";
import { type Press, pressPayload } from "./presses.ts";
import { type PrivateAnswer, PrivateAnswers } from "./private-answers.ts";
import { buildShortcutPayload, type ChosenShortcut } from "./shortcuts.ts";
import { SocketMode } from "./socket-mode.ts";
import { SlackTeam } from "./team.ts";
import type { SlackTeamData } from "./team-data.ts";

export { ALL_SCOPES, type SlackChannel, type SlackMessage, type SlackTeamData, type SlackUser } from "./team-data.ts";

export interface SlackStandInOptions extends Partial<EventDeliveriesOptions> {
  port?: number;
  teams: SlackTeamData[];
  limits?: LimitMode;
  /** Apps that each team and its organization can install by OAuth. */
  oauth?: SlackOAuthOptions;
  /** Returns the current time in milliseconds since 1970. */
  now?: () => number;
}

export interface SlackStandIn extends StandIn {
  /** The base address, such as `http://127.0.0.1:PORT/api/`. */
  readonly apiBaseUrl: string;
  /**
   * Returns the team with this id, for actions of people (`post`, `reply`, `edit`, `delete`, `archive`, `rename`,
   * `join`, `leave`).
   */
  team(id: string): SlackTeam;
  readonly limits: RequestLimits;
  readonly oauth: SlackOAuth;
  /** Removes the app from the team or the organization. The app's tokens become invalid, and Slack sends an event. */
  uninstall(id: string): void;
  readonly deliveries: EventDeliveries;
  readonly socketMode: SocketMode;
  /** The private messages in response to button presses, oldest first. */
  readonly privateAnswers: readonly PrivateAnswer[];
  /**
   * Presses a button below a message. Returns the status of the app's response; 0 if the press was sent over a socket
   * or not at all.
   */
  press(teamId: string, press: Press): Promise<number>;
  /** Returns the forms that people have open, oldest first. */
  openModals(): OpenModal[];
  /** Submits a form. `times` sends the request several times; the last response counts. */
  submit(teamId: string, modalId: string, typed: Record<string, string | boolean>, times?: number): Promise<void>;
  /** Types a command. `times` sends the request several times; the last response is shown. */
  command(teamId: string, typed: TypedCommand, times?: number): Promise<void>;
  /** Chooses a shortcut in a message's menu. `times` sends the request several times. */
  chooseShortcut(teamId: string, chosen: ChosenShortcut, times?: number): Promise<void>;
  /** Makes the pages link messages to their articles. */
  findArticlesWith(find: FindArticle): void;
  /** Builds Slack's request for a button press, with an address for private messages. */
  payloadOf(teamId: string, press: Press): Record<string, unknown>;
}

/** Starts a Slack with several teams, identified by their tokens. A page for people is at `/`. */
export async function startSlackStandIn({
  port = 0,
  teams: data,
  limits: mode = "tiers",
  oauth: oauthOptions = { apps: [] },
  now = Date.now,
  eventsTo,
  signingSecret = "stand-in-signing-secret",
  retryDelaysMs,
}: SlackStandInOptions): Promise<SlackStandIn> {
  const teams = data.map((team) => new SlackTeam(team, now));
  const limits = new RequestLimits(mode, now);
  const deliveries = new EventDeliveries({ eventsTo, signingSecret, ...(retryDelaysMs && { retryDelaysMs }) });
  const socketMode = new SocketMode();
  const answers = new PrivateAnswers(now);
  const oauth = new SlackOAuth(teams, oauthOptions);
  const modals = new Modals(now);
  for (const team of teams) {
    team.onEvent((event) => {
      const envelope = buildEventEnvelope(team, event, orgOf(team));
      deliveries.deliver(envelope);
      socketMode.deliver(team, envelope);
    });
  }

  /** Returns the organization if it also authorized the app for this team. */
  const orgOf = (team: SlackTeam) => (oauth.isAllowedByOrg(team) ? oauth.org : null);
  const teamOf = (id: string) => {
    const team = teams.find((candidate) => candidate.data.team.id === id);
    if (!team) throw new Error(`There is no team ${id}.`);
    return team;
  };
  const payloadOf: SlackStandIn["payloadOf"] = (teamId, { channelId, user, ...pressed }) => {
    const responseUrl = `${standIn.url}${answers.open({ teamId, channelId, user })}`;
    const triggerId = modals.newTrigger(teamId, user);
    return pressPayload(teamOf(teamId), { channelId, user, ...pressed, responseUrl, triggerId });
  };
  const press: SlackStandIn["press"] = async (teamId, pressed) => {
    const team = teamOf(teamId);
    const payload = payloadOf(teamId, pressed);
    if (socketMode.connections(team) === 0) return deliveries.press(payload);
    socketMode.deliver(team, payload, { type: "interactive" });
    return 0;
  };
  const submit: SlackStandIn["submit"] = async (teamId, modalId, typed, times = 1) => {
    const team = teamOf(teamId);
    const payload = modals.payloadOf(team, modalId, typed);
    const send = () =>
      socketMode.connections(team) === 0 ? deliveries.submit(payload) : socketMode.ask(team, payload);
    const all = await Promise.all(Array.from({ length: times }, send));
    modals.answer(modalId, all.at(-1) ?? null);
  };
  const command: SlackStandIn["command"] = async (teamId, typed, times = 1) => {
    const team = teamOf(teamId);
    const place = { teamId, channelId: typed.channelId, user: typed.user };
    const responseUrl = `${standIn.url}${answers.open(place, "commands")}`;
    const fields = buildCommandFields(team, typed, { responseUrl, triggerId: modals.newTrigger(teamId, typed.user) });
    const send = () =>
      socketMode.connections(team) === 0 ? deliveries.command(fields) : socketMode.ask(team, fields, "slash_commands");
    const all = await Promise.all(Array.from({ length: times }, send));
    answers.acknowledged(place, all.at(-1) ?? null);
  };
  const chooseShortcut: SlackStandIn["chooseShortcut"] = async (teamId, chosen, times = 1) => {
    const team = teamOf(teamId);
    const { channelId, user } = chosen;
    // The addresses for responses to shortcuts have another path than those for buttons.
    const responseUrl = `${standIn.url}${answers.open({ teamId, channelId, user }, "app-actions")}`;
    const payload = buildShortcutPayload(team, chosen, { responseUrl, triggerId: modals.newTrigger(teamId, user) });
    const send = () =>
      socketMode.connections(team) === 0 ? deliveries.submit(payload) : socketMode.ask(team, payload);
    await Promise.all(Array.from({ length: times }, send));
  };

  let findArticle: FindArticle | null = null;
  const standIn = await startStandIn(
    "slack",
    (app) => {
      oauth.addRoutes(app);
      addApi(app, teams, { limits, socketMode, modals, oauth });
      const actions = { press, submit, command, chooseShortcut };
      addPages(app, teams, { ...actions, answers: answers.given, modals, findArticle: () => findArticle });
      answers.addRoutes(app);
      socketMode.attach(app.server);
    },
    { port },
  );
  return {
    ...standIn,
    apiBaseUrl: `${standIn.url}/api/`,
    limits,
    oauth,
    uninstall(id) {
      oauth.authority.revokeAll(id);
      const team = teams.find(({ data }) => data.team.id === id) ?? teams[0];
      if (!team) throw new Error("There is no team.");
      const ofOrg = oauth.org?.id === id ? oauth.org : null;
      for (const event of [{ type: "tokens_revoked", tokens: { bot: [team.bot.id] } }, { type: "app_uninstalled" }])
        deliveries.deliver(buildEventEnvelope(team, event, ofOrg));
    },
    deliveries,
    socketMode,
    privateAnswers: answers.given,
    team: teamOf,
    press,
    payloadOf,
    submit,
    command,
    chooseShortcut,
    findArticlesWith: (find) => {
      findArticle = find;
    },
    openModals: () => [...modals.open.values()],
    close: async () => {
      deliveries.stop();
      socketMode.stop();
      await standIn.close();
    },
  };
}

interface ApiContext {
  limits: RequestLimits;
  socketMode: SocketMode;
  modals: Modals;
  oauth: SlackOAuth;
}

function addApi(app: FastifyInstance, teams: SlackTeam[], parts: ApiContext): void {
  const { limits, socketMode, modals, oauth } = parts;
  app.route<{ Params: { method: string } }>({
    method: ["GET", "POST"],
    url: "/api/:method",
    handler: async (request, reply) => {
      const { method } = request.params;
      const args = { ...(request.query as object), ...(request.body as object | undefined) } as Record<string, unknown>;
      try {
        const token = tokenOf(request, args);
        const granted = oauth.teamOf(token, args["team_id"]);
        const team = granted?.team ?? teams.find(({ data }) => data.botToken === token || data.appToken === token);
        if (!team) throw new SlackFailure(token ? "invalid_auth" : "not_authed");
        if (method === "apps.connections.open") return openConnection(request, team, token, socketMode);
        if (granted?.isOrg && NEEDS_TEAM.has(method) && !args["team_id"])
          throw new SlackFailure("missing_argument", { needed: "team_id" });
        if (method === "auth.revoke") return { ok: true, revoked: oauth.authority.revoke(token) };
        if (method === "auth.teams.list") return { ok: true, teams: teamsOf(teams, granted) };
        const run = method === "views.open" ? () => modals.openView(team, args) : METHODS[method];
        if (!run) throw new SlackFailure("unknown_method");
        if (team.data.botToken !== token && !granted) throw new SlackFailure("not_allowed_token_type");
        const retryAfter = limits.refuse(token, method, String(args["channel"] ?? ""));
        if (retryAfter !== null) return tooMany(reply, retryAfter);
        reply.header("x-oauth-scopes", team.data.scopes.join(","));
        const answer = run({ team, args, limits, origin: `http://${request.headers.host}` });
        return { ok: true, ...answer, ...(granted?.isOrg && method === "auth.test" && ofOrg(oauth)) };
      } catch (error) {
        if (error instanceof SlackFailure) return { ok: false, error: error.code, ...error.more };
        throw error;
      }
    },
  });
}

/**
 * Methods that need a team if they are called with an organization's token:
 * https://docs.slack.dev/enterprise/developing-for-enterprise-orgs
 */
const NEEDS_TEAM = new Set(["conversations.list", "users.conversations", "users.list"]);

const teamsOf = (teams: SlackTeam[], granted: { team: SlackTeam; isOrg: boolean } | null) =>
  teams.flatMap((team) => {
    const { id, name } = team.data.team;
    return granted?.isOrg || granted?.team === team ? [{ id, name }] : [];
  });

const ofOrg = ({ org }: SlackOAuth) => ({
  team: org?.name,
  team_id: org?.id,
  enterprise_id: org?.id,
  is_enterprise_install: true,
});

function openConnection(request: FastifyRequest, team: SlackTeam, token: string, socketMode: SocketMode) {
  const { appToken, appScopes = ["connections:write"], isSocketModeOff } = team.data;
  if (appToken !== token) throw new SlackFailure("not_allowed_token_type");
  if (!appScopes.includes("connections:write"))
    throw new SlackFailure("missing_scope", { needed: "connections:write", provided: appScopes.join(",") });
  if (isSocketModeOff) throw new SlackFailure("socket_mode_not_enabled");
  return { ok: true, url: `ws://${request.headers.host}${socketMode.openPath(team)}` };
}

function tooMany(reply: FastifyReply, retryAfter: number) {
  return reply.code(429).header("retry-after", String(retryAfter)).send({ ok: false, error: "ratelimited" });
}

function tokenOf(request: FastifyRequest, args: Record<string, unknown>): string {
  const bearer = /^Bearer (\S+)$/.exec(request.headers.authorization ?? "")?.[1];
  return bearer ?? (typeof args["token"] === "string" ? args["token"] : "");
}
