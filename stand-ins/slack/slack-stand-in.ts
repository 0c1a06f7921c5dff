import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type StandIn, startStandIn } from "../stand-in.ts";
import { commandFields, type TypedCommand } from "./commands.ts";
import { EventDeliveries, type EventDeliveriesOptions, eventEnvelope } from "./event-deliveries.ts";
import { type LimitMode, RequestLimits } from "./limits.ts";
import { METHODS, SlackFailure } from "./methods.ts";
import { Modals, type OpenModal } from "./modals.ts";
import { addPages } from "./page.ts";
import { type Press, pressPayload } from "./presses.ts";
import { type PrivateAnswer, PrivateAnswers } from "./private-answers.ts";
import { type ChosenShortcut, shortcutPayload } from "./shortcuts.ts";
import { SocketMode } from "./socket-mode.ts";
import { SlackTeam } from "./team.ts";
import type { SlackTeamData } from "./team-data.ts";

export { ALL_SCOPES, type SlackChannel, type SlackMessage, type SlackTeamData, type SlackUser } from "./team-data.ts";

export interface SlackStandInOptions extends Partial<EventDeliveriesOptions> {
  port?: number;
  teams: SlackTeamData[];
  limits?: LimitMode;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export interface SlackStandIn extends StandIn {
  /** `http://127.0.0.1:PORT/api/` */
  readonly apiBaseUrl: string;
  /** By its id: what people do there (`post`, `reply`, `edit`, `delete`, `archive`, `rename`, `join`, `leave`). */
  team(id: string): SlackTeam;
  readonly limits: RequestLimits;
  readonly deliveries: EventDeliveries;
  readonly socketMode: SocketMode;
  /** What single people were told about what they pressed, the oldest first. */
  readonly privateAnswers: readonly PrivateAnswer[];
  /** Somebody presses a button under a message; answers the status, 0 where it went over a socket or nowhere. */
  press(teamId: string, press: Press): Promise<number>;
  /** The forms that people have open, the oldest first. */
  openModals(): OpenModal[];
  /** Somebody presses Save; `times`: Slack tells it so often, and takes the last answer. */
  submit(teamId: string, modalId: string, typed: Record<string, string | boolean>, times?: number): Promise<void>;
  /** Somebody types a command; `times`: Slack tells it so often, and shows the last acknowledgement. */
  command(teamId: string, typed: TypedCommand, times?: number): Promise<void>;
  /** Somebody chooses a shortcut in the menu of a message; `times`: Slack tells it so often. */
  chooseShortcut(teamId: string, chosen: ChosenShortcut, times?: number): Promise<void>;
  /** What Slack sends when a button is pressed, with a place for a private answer. */
  payloadOf(teamId: string, press: Press): Record<string, unknown>;
}

/** A Slack of several teams, told apart by their tokens, with a page for people at `/`. */
export async function startSlackStandIn({
  port = 0,
  teams: data,
  limits: mode = "listing",
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
  const modals = new Modals(now);
  for (const team of teams) {
    team.onEvent((event) => {
      const envelope = eventEnvelope(team, event);
      deliveries.deliver(envelope);
      socketMode.deliver(team, envelope);
    });
  }

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
    const fields = commandFields(team, typed, { responseUrl, triggerId: modals.newTrigger(teamId, typed.user) });
    const send = () =>
      socketMode.connections(team) === 0 ? deliveries.command(fields) : socketMode.ask(team, fields, "slash_commands");
    const all = await Promise.all(Array.from({ length: times }, send));
    answers.acknowledged(place, all.at(-1) ?? null);
  };
  const chooseShortcut: SlackStandIn["chooseShortcut"] = async (teamId, chosen, times = 1) => {
    const team = teamOf(teamId);
    const { channelId, user } = chosen;
    // Slack knows the places of answers to shortcuts by another path than those to buttons.
    const responseUrl = `${standIn.url}${answers.open({ teamId, channelId, user }, "app-actions")}`;
    const payload = shortcutPayload(team, chosen, { responseUrl, triggerId: modals.newTrigger(teamId, user) });
    const send = () =>
      socketMode.connections(team) === 0 ? deliveries.submit(payload) : socketMode.ask(team, payload);
    await Promise.all(Array.from({ length: times }, send));
  };

  const standIn = await startStandIn(
    "slack",
    (app) => {
      addApi(app, teams, { limits, socketMode, modals });
      addPages(app, teams, { press, answers: answers.given, modals, submit, command, chooseShortcut });
      answers.addRoutes(app);
      socketMode.attach(app.server);
    },
    { port },
  );
  return {
    ...standIn,
    apiBaseUrl: `${standIn.url}/api/`,
    limits,
    deliveries,
    socketMode,
    privateAnswers: answers.given,
    team: teamOf,
    press,
    payloadOf,
    submit,
    command,
    chooseShortcut,
    openModals: () => [...modals.open.values()],
    close: async () => {
      deliveries.stop();
      socketMode.stop();
      await standIn.close();
    },
  };
}

interface Parts {
  limits: RequestLimits;
  socketMode: SocketMode;
  modals: Modals;
}

function addApi(app: FastifyInstance, teams: SlackTeam[], { limits, socketMode, modals }: Parts): void {
  app.route<{ Params: { method: string } }>({
    method: ["GET", "POST"],
    url: "/api/:method",
    handler: async (request, reply) => {
      const { method } = request.params;
      const args = { ...(request.query as object), ...(request.body as object | undefined) } as Record<string, unknown>;
      try {
        const token = tokenOf(request, args);
        const team = teams.find(({ data }) => data.botToken === token || data.appToken === token);
        if (!team) throw new SlackFailure(token ? "invalid_auth" : "not_authed");
        if (method === "apps.connections.open") return openConnection(request, team, token, socketMode);
        const run = method === "views.open" ? () => modals.openView(team, args) : METHODS[method];
        if (!run) throw new SlackFailure("unknown_method");
        if (team.data.botToken !== token) throw new SlackFailure("not_allowed_token_type");
        const retryAfter = limits.refuse(token, method);
        if (retryAfter !== null) return tooMany(reply, retryAfter);
        reply.header("x-oauth-scopes", team.data.scopes.join(","));
        return { ok: true, ...run({ team, args, limits, origin: `http://${request.headers.host}` }) };
      } catch (error) {
        if (error instanceof SlackFailure) return { ok: false, error: error.code, ...error.more };
        throw error;
      }
    },
  });
}

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
