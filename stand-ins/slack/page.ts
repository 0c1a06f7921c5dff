import type { FastifyInstance } from "fastify";
import { browserPage, escapeHtml as html } from "../browser-page.ts";
import { GONE, windowAround } from "../message-window.ts";
import type { TypedCommand } from "./commands.ts";
import { authorOf, escapeSlack, momentHtml, nameOf, richTextWords, textHtml, unescapeSlack } from "./message-html.ts";
import { modalHtml } from "./modal-html.ts";
import type { Modals } from "./modals.ts";
import type { Press } from "./presses.ts";
import { buttonsOf } from "./presses.ts";
import type { PrivateAnswer } from "./private-answers.ts";
import type { ChosenShortcut } from "./shortcuts.ts";
import type { SlackTeam } from "./team.ts";
import type { SlackChannel, SlackMessage } from "./team-data.ts";

/** The anchor at the end of a channel's page, at the newest message. */
const NEWEST = "newest";
/** The prefix of the edit field's id, followed by a message's `ts`. An address with this anchor focuses the field. */
const EDIT = "edit-";

interface Parts {
  press: (teamId: string, press: Press) => Promise<number>;
  answers: readonly PrivateAnswer[];
  modals: Modals;
  submit: (teamId: string, modalId: string, typed: Record<string, string>) => Promise<void>;
  command: (teamId: string, typed: TypedCommand) => Promise<void>;
  chooseShortcut: (teamId: string, chosen: ChosenShortcut) => Promise<void>;
}

/** Pages for people: read a team's channels, and write, edit, delete and press buttons in anybody's name. */
export function addPages(
  app: FastifyInstance,
  teams: SlackTeam[],
  { press, answers, modals, submit, command, chooseShortcut }: Parts,
): void {
  const teamOf = (id: string) => {
    const team = teams.find((candidate) => candidate.data.team.id === id);
    if (!team) throw Object.assign(new Error(`There is no team ${id}.`), { statusCode: 404 });
    return team;
  };
  type Route = { Params: { team: string; channel: string }; Body: Record<string, string> };
  /** Returns to the channel's page at the message. */
  const back = ({ team, channel }: Route["Params"], ts = NEWEST) =>
    `/teams/${encodeURIComponent(team)}/${encodeURIComponent(channel)}#${ts}`;

  app.get("/", (_request, reply) => reply.type("text/html").send(frame("Teams", teams.map(teamSection).join(""))));

  /** The path of a message as in Slack: `p` and its `ts` without the point. */
  app.get<{ Params: { team: string; channel: string; message: string } }>(
    "/workspaces/:team/archives/:channel/:message",
    ({ params: { team, channel, message } }, reply) => {
      const ts = message.replace(/^p(\d+)(\d{6})$/, "$1.$2");
      return reply.redirect(
        `/teams/${encodeURIComponent(team)}/${encodeURIComponent(channel)}?at=${ts}#${EDIT}${ts}`,
        302,
      );
    },
  );

  app.get<Route & { Querystring: { at?: string } }>("/teams/:team/:channel", (request, reply) => {
    const team = teamOf(request.params.team);
    const channel = team.channel(request.params.channel);
    const action = `/teams/${html(team.data.team.id)}/${html(channel.id)}`;
    const open = [...modals.open.values()].filter(({ teamId }) => teamId === team.data.team.id);
    const forms = open.map((modal) => modalHtml(team, modal, action)).join("");
    const page = forms + channelPage(team, channel, answers, request.query.at);
    return reply.type("text/html").send(frame(`#${channel.name}, ${team.data.team.name}`, page));
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
    return reply.redirect(back(request.params, ts), 303);
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

/** Slack shows an app's blocks in place of its text. */
function wordsHtml(team: SlackTeam, { bot_id, text, blocks }: SlackMessage): string {
  const isRich = bot_id !== undefined && Array.isArray(blocks) && blocks.some(({ type }) => type === "rich_text");
  return isRich ? html(richTextWords(blocks)) : textHtml(team, text);
}

/** Replaces the app's name by a mention, as Slack's input field does. */
const calling = ({ bot }: SlackTeam, text: string) =>
  text.replaceAll(new RegExp(`@${bot.name}\\b`, "gi"), `<@${bot.id}>`);

function teamSection({ data }: SlackTeam): string {
  const channels = data.channels.map(
    ({ id, name, messages }) =>
      `<li><a href="/teams/${html(data.team.id)}/${html(id)}#${NEWEST}">#${html(name)}</a> (${messages.length})`,
  );
  return `<h2>${html(data.team.name)}</h2><ul>${channels.join("")}</ul>`;
}

function channelPage(team: SlackTeam, channel: SlackChannel, answers: readonly PrivateAnswer[], at?: string): string {
  const visible = channel.messages.filter((message) => !message.hidden);
  const place = at === undefined ? visible.length : visible.findIndex(({ ts }) => ts === at);
  const shown = windowAround(visible, place);
  const action = `/teams/${html(team.data.team.id)}/${html(channel.id)}`;
  const people = team.data.users
    .filter((user) => !user.is_bot && !user.deleted)
    .map((user) => `<option value="${html(user.id)}">${html(nameOf(team, user.id))}</option>`)
    .join("");
  const write = (threadTs = "") => `<form method="post" action="${action}/post">
    <input type="hidden" name="thread_ts" value="${html(threadTs)}"><select name="user" aria-label="As">${people}</select>
    <textarea name="text" rows="2" required aria-label="Message"></textarea><button>${threadTs ? "Reply" : "Post"}</button></form>`;
  const buttons = (message: SlackMessage) => {
    const all = buttonsOf(message).map(
      ({ action_id, value, text }) =>
        `<button name="action" value="${html(JSON.stringify([action_id, value]))}">${html(text)}</button>`,
    );
    if (all.length === 0) return "";
    return `<form method="post" action="${action}/press"><input type="hidden" name="ts" value="${html(message.ts)}">
    <select name="user" aria-label="Press as">${people}</select> ${all.join(" ")}</form>`;
  };
  const menu = ({ ts }: SlackMessage) => {
    const all = (team.data.shortcuts ?? []).map(
      ({ name, callback_id }) => `<button name="shortcut" value="${html(callback_id)}">${html(name)}</button>`,
    );
    if (all.length === 0) return "";
    return `<form method="post" action="${action}/shortcut"><input type="hidden" name="ts" value="${html(ts)}">
    <select name="user" aria-label="Choose as">${people}</select> ${all.join(" ")}</form>`;
  };
  const item = (
    message: SlackMessage,
  ) => `<article id="${html(message.ts)}" class="${message.thread_ts && message.thread_ts !== message.ts ? "reply" : ""}">
    <p class="meta"><b>${html(authorOf(team, message))}</b> ${momentHtml(message.ts)}${message.edited ? " (edited)" : ""}</p>
    <pre>${wordsHtml(team, message)}</pre>
    ${buttons(message)}
    <details${message.ts === at ? " open" : ""}><summary>Reply, edit, delete</summary>
    <form method="post" action="${action}/edit"><input type="hidden" name="ts" value="${html(message.ts)}">
    <textarea id="${EDIT}${html(message.ts)}" name="text" rows="${Math.min(10, 2 + Math.floor((message.text?.length ?? 0) / 70))}" aria-label="New text">${html(unescapeSlack(message.text ?? ""))}</textarea><button>Save</button></form>${write(message.thread_ts ?? message.ts)}
    <form method="post" action="${action}/delete"><input type="hidden" name="ts" value="${html(message.ts)}"><button>Delete</button></form>${menu(message)}</details></article>`;
  const told = ({ user, text, blocks }: PrivateAnswer) =>
    `<aside class="reply"><p>Only <b>${html(nameOf(team, user))}</b> sees this.</p><pre>${html(richTextWords(blocks) || text)}</pre></aside>`;
  const toPeople = answers.filter(({ teamId, channelId }) => teamId === team.data.team.id && channelId === channel.id);
  const byThread = [
    ...shown.map((message) => ({ thread: message.thread_ts ?? message.ts, ts: message.ts, shows: item(message) })),
    ...toPeople.map((answer) => ({ thread: answer.thread_ts ?? answer.ts, ts: answer.ts, shows: told(answer) })),
  ].toSorted((a, b) => a.thread.localeCompare(b.thread) || a.ts.localeCompare(b.ts));
  const all = byThread.map(({ shows }) => shows).join("");
  return `<p><a href="/">All channels</a></p>${place < 0 ? GONE : ""}${all}<h2 id="${NEWEST}">New message</h2>${write()}`;
}

const frame = (title: string, body: string) =>
  browserPage({ standIn: "Slack stand-in", title, body: `${STYLE}<h1>${html(title)}</h1>${body}` });
const STYLE = `<style>
  article { border-top: 1px solid var(--line); padding: .5rem 0; } article:is(:target, :has(:target)) { background: var(--soft); } textarea:target { scroll-margin: 30vh; }
  .reply { margin-left: 2rem; } article p { margin: 0; } article pre, aside pre { margin: .15rem 0; white-space: pre-wrap; font: inherit; background: none; padding: 0; }
  dialog { position: static; width: auto; max-width: 100%; margin: 0 0 1rem; color: inherit; background: var(--soft); border: 1px solid var(--line); border-radius: .5rem; }
  dialog textarea { width: 100%; box-sizing: border-box; }
  summary { font-size: .85rem; opacity: .75; cursor: pointer; } select { font: inherit; font-size: .9rem; padding: .35rem; margin: .25rem 0; }
</style>`;
