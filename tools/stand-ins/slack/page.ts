import type { FastifyInstance } from "fastify";
import { escapeHtml as html, isWebAddress, renderBrowserPage } from "../browser-page.ts";
import { EDIT_ANCHOR_PREFIX, NEWEST_ANCHOR, renderChannelPage } from "./channel-page.ts";
import { CHANNEL_SCRIPT } from "./channel-script.ts";
import type { TypedCommand } from "./commands.ts";
import { escapeSlack, getUserName } from "./message-html.ts";
import type { Modals, OpenModal } from "./modals.ts";
import { CHAT_STYLE } from "./page-style.ts";
import type { Press } from "./presses.ts";
import type { PrivateAnswer } from "./private-answers.ts";
import type { ChosenShortcut } from "./shortcuts.ts";
import type { SlackTeam } from "./team.ts";

const SCRIPT_PATH = "/channel.js";

/** Finds the address of the article about a message; null if there is none. */
export type FindArticle = (message: { teamId: string; channelId: string; ts: string }) => Promise<string | null>;

interface PageContext {
  press: (teamId: string, press: Press) => Promise<number>;
  answers: readonly PrivateAnswer[];
  modals: Modals;
  submit: (teamId: string, modalId: string, typed: Record<string, string>) => Promise<void>;
  command: (teamId: string, typed: TypedCommand) => Promise<void>;
  chooseShortcut: (teamId: string, chosen: ChosenShortcut) => Promise<void>;
  /** Finds articles in a running product; null without a running product. */
  findArticle: () => FindArticle | null;
}

/** Pages for people, who read a team's channels, and write, edit, delete and press buttons in anybody's name. */
export function addPages(
  app: FastifyInstance,
  teams: SlackTeam[],
  { press, answers, modals, submit, command, chooseShortcut, findArticle }: PageContext,
): void {
  const teamOf = (id: string) => {
    const team = teams.find((candidate) => candidate.data.team.id === id);
    if (!team) throw Object.assign(new Error(`There is no team ${id}.`), { statusCode: 404 });
    return team;
  };
  type Route = { Params: { team: string; channel: string }; Body: Record<string, string> };
  /** Returns the address of a message on the channel's page. */
  const back = ({ team, channel }: Route["Params"], ts = NEWEST_ANCHOR) =>
    `/teams/${encodeURIComponent(team)}/${encodeURIComponent(channel)}#${ts}`;

  app.get("/", (_request, reply) =>
    reply.type("text/html").send(frame("Teams", `<h1>Teams</h1>${teams.map(teamSection).join("")}`)),
  );

  app.get(SCRIPT_PATH, (_request, reply) => reply.type("text/javascript; charset=utf-8").send(CHANNEL_SCRIPT));

  /** The path of a message as in Slack: `p` and the message's `ts` without the point. */
  app.get<{ Params: { team: string; channel: string; message: string } }>(
    "/workspaces/:team/archives/:channel/:message",
    ({ params: { team, channel, message } }, reply) => {
      const ts = message.replace(/^p(\d+)(\d{6})$/, "$1.$2");
      return reply.redirect(
        `/teams/${encodeURIComponent(team)}/${encodeURIComponent(channel)}?at=${ts}#${EDIT_ANCHOR_PREFIX}${ts}`,
        302,
      );
    },
  );

  app.get<Route & { Querystring: { at?: string; edited?: string } }>("/teams/:team/:channel", (request, reply) => {
    const team = teamOf(request.params.team);
    const channel = team.channel(request.params.channel);
    const action = `/teams/${html(team.data.team.id)}/${html(channel.id)}`;
    const open = [...modals.open.values()].filter(({ teamId }) => teamId === team.data.team.id);
    const forms = open.map((modal) => renderModal(team, modal, action)).join("");
    const { at, edited } = request.query;
    const page = renderChannelPage(team, channel, { answers, at, edited, hasArticles: findArticle() !== null }) + forms;
    return reply.type("text/html").send(chatFrame(`#${channel.name}, ${team.data.team.name}`, page));
  });

  app.get<Route & { Querystring: { ts?: string } }>("/teams/:team/:channel/article", async (request, reply) => {
    const { team: teamId, channel: channelId } = request.params;
    const address = await findArticle()?.({ teamId, channelId, ts: request.query.ts ?? "" });
    if (isWebAddress(address ?? undefined)) return reply.redirect(String(address), 302);
    const body = `<h1>No article says this</h1><p><a href="${html(back(request.params, request.query.ts))}">Back to the message</a></p>`;
    return reply.code(404).type("text/html").send(frame("No article says this", body));
  });

  app.post<Route>("/teams/:team/:channel/post", async (request, reply) => {
    const { user = "", text = "", thread_ts } = request.body;
    const team = teamOf(request.params.team);
    if (!text.trim()) return reply.redirect(back(request.params, thread_ts), 303);
    const [, typed, rest = ""] = /^(\/\S+)\s*([^]*)$/.exec(text.trim()) ?? [];
    if (typed) {
      await command(request.params.team, { channelId: request.params.channel, user, command: typed, text: rest });
      return reply.redirect(back(request.params), 303);
    }
    const said = { user, text: calling(team, escapeSlack(text)), ...(thread_ts && { thread_ts }) };
    return reply.redirect(back(request.params, team.post(request.params.channel, said).ts), 303);
  });

  app.post<Route>("/teams/:team/:channel/edit", (request, reply) => {
    const { ts = "", text = "" } = request.body;
    teamOf(request.params.team).edit(request.params.channel, ts, escapeSlack(text));
    return reply.redirect(back(request.params, ts).replace("#", `?edited=${encodeURIComponent(ts)}#`), 303);
  });

  app.post<Route>("/teams/:team/:channel/press", async (request, reply) => {
    const { ts = "", user = "" } = request.body;
    const [action = "", value = ""] = JSON.parse(request.body["action"] ?? "[]") as string[];
    await press(request.params.team, { channelId: request.params.channel, ts, user, action, value });
    return reply.redirect(back(request.params, ts), 303);
  });

  app.post<Route>("/teams/:team/:channel/shortcut", async (request, reply) => {
    const { ts = "", user = "", shortcut: callbackId = "" } = request.body;
    await chooseShortcut(request.params.team, { channelId: request.params.channel, ts, user, callbackId });
    return reply.redirect(back(request.params, ts), 303);
  });

  app.post<Route & { Params: { modal: string } }>("/teams/:team/:channel/modals/:modal", async (request, reply) => {
    const { team, modal } = request.params;
    const { close, ...typed } = request.body;
    if (close) modals.open.delete(modal);
    else {
      const shown = modals.open.get(modal);
      if (shown) shown.typed = typed;
      await submit(team, modal, typed);
    }
    return reply.redirect(`/teams/${encodeURIComponent(team)}/${encodeURIComponent(request.params.channel)}`, 303);
  });

  app.post<Route>("/teams/:team/:channel/delete", (request, reply) => {
    teamOf(request.params.team).delete(request.params.channel, request.body["ts"] ?? "");
    return reply.redirect(back(request.params), 303);
  });
}

/** Replaces the app's name with a mention, as Slack's input field does. */
const calling = ({ bot }: SlackTeam, text: string) =>
  text.replaceAll(new RegExp(`@${bot.name}\\b`, "gi"), `<@${bot.id}>`);

function teamSection({ data }: SlackTeam): string {
  const channels = data.channels.map(
    ({ id, name, messages }) =>
      `<li><a href="/teams/${html(data.team.id)}/${html(id)}#${NEWEST_ANCHOR}">#${html(name)}</a> (${messages.length})`,
  );
  return `<h2>${html(data.team.name)}</h2><ul>${channels.join("")}</ul>`;
}

const frame = (title: string, body: string) => renderBrowserPage({ standIn: "Slack stand-in", title, body });
const chatFrame = (title: string, body: string) =>
  renderBrowserPage({ standIn: "Slack stand-in", title, body: `${CHAT_STYLE}${body}`, script: SCRIPT_PATH });

/** Renders the form that a person has open as a form of the page. */
function renderModal(team: SlackTeam, { id, user, view, errors, typed }: OpenModal, action: string): string {
  const blocks = view.blocks.map((block) => {
    if (block.type === "header") return `<h3>${html(block.text.text)}</h3>`;
    if (block.type === "section") return `<p>${html(block.text.text)}</p>`;
    const { block_id, label, element } = block;
    const error = errors[block_id] ? `<p role="alert"><b>${html(errors[block_id])}</b></p>` : "";
    if (element.type === "checkboxes")
      return `<p><label><input type="checkbox" name="${html(block_id)}" value="yes"> ${html(element.options[0]?.text.text ?? "")}</label></p>${error}`;
    const text = typed[block_id] ?? element.initial_value ?? "";
    const rows = element.multiline ? Math.min(8, 2 + Math.floor(text.length / 60)) : 1;
    return `<p><label>${html(label.text)}<br><textarea name="${html(block_id)}" rows="${rows}" maxlength="${element.max_length ?? 3000}"${block.optional ? "" : " required"}>${html(text)}</textarea></label></p>${error}`;
  });
  const save = view.submit ? `<button>${html(view.submit.text)}</button> ` : "";
  return `<dialog open aria-label="${html(view.title.text)}"><h2>${html(view.title.text)}</h2><p>Only <b>${html(getUserName(team, user))}</b> sees this.</p>
    <form method="post" action="${action}/modals/${html(id)}">${blocks.join("")}${save}<button name="close" value="yes" formnovalidate>${html(view.close?.text ?? "Close")}</button></form></dialog>`;
}
