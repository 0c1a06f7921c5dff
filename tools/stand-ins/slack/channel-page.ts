import { escapeHtml as html } from "../browser-page.ts";
import { MESSAGE_DELETED_NOTE, selectVisibleMessages } from "../message-window.ts";
import {
  getAuthorName,
  getUserName,
  renderDay,
  renderRichText,
  renderText,
  renderTime,
  unescapeText,
} from "./message-html.ts";
import { listButtons } from "./presses.ts";
import type { PrivateAnswer } from "./private-answers.ts";
import type { SlackTeam } from "./team.ts";
import type { SlackChannel, SlackMessage } from "./team-data.ts";

/** The anchor at the end of a channel's page. */
export const NEWEST_ANCHOR = "newest";
/** The prefix of the id of an edit field. The message's `ts` follows. An address with this anchor focuses the field. */
export const EDIT_ANCHOR_PREFIX = "edit-";

export interface ChannelView {
  answers: readonly PrivateAnswer[];
  /** The message that the address names. Its edit field is open. */
  at?: string | undefined;
  /** The message that a person has just edited. */
  edited?: string | undefined;
  /** Whether messages link to the article that was written about them. */
  hasArticles: boolean;
}

/**
 * Renders a channel like a chat: the other channels beside it, threads below their first message, and a field for
 * writing.
 */
export function renderChannelPage(team: SlackTeam, channel: SlackChannel, view: ChannelView): string {
  const visible = channel.messages.filter((message) => !message.hidden);
  const place = view.at === undefined ? visible.length : visible.findIndex(({ ts }) => ts === view.at);
  const render = new MessageRenderer(team, channel, view);
  const about = channel.topic?.value || channel.purpose?.value || "";
  return `${sideHtml(team, channel)}<main><div class="top"><h1>${channelName(team, channel)}</h1><p>${html(about)}</p>
    <p class="all"><a href="/">All channels</a></p></div>${place < 0 ? MESSAGE_DELETED_NOTE : ""}${render.afterEdit()}
    <div class="list"><div>${render.all(selectVisibleMessages(visible, place))}<p id="${NEWEST_ANCHOR}"></p></div></div>
    <div class="write">${render.writing("", `Message ${channelName(team, channel)}`)}</div></main>`;
}

const pathOf = (team: SlackTeam, channel: SlackChannel) =>
  `/teams/${encodeURIComponent(team.data.team.id)}/${encodeURIComponent(channel.id)}`;

const channelName = (team: SlackTeam, { name, is_im, is_private, members = [] }: SlackChannel) =>
  is_im ? html(getUserName(team, members[0] ?? name)) : `${is_private ? "🔒 " : "#"}${html(name)}`;

function sideHtml(team: SlackTeam, shown: SlackChannel): string {
  const links = (channels: SlackChannel[]) =>
    `<ul>${channels
      .map(
        (channel) =>
          `<li><a href="${html(pathOf(team, channel))}#${NEWEST_ANCHOR}"${channel.id === shown.id ? ' aria-current="page"' : ""}>${channelName(team, channel)}</a></li>`,
      )
      .join("")}</ul>`;
  const { channels } = team.data;
  return `<nav class="side" aria-label="Channels"><h2>${html(team.data.team.name)}</h2>${links(channels.filter(({ is_im }) => !is_im))}${links(channels.filter(({ is_im }) => is_im))}<ul><li><a href="/">All teams</a></li></ul></nav>`;
}

interface ThreadPart {
  ts: string;
  thread: string;
  shows: string;
}

class MessageRenderer {
  readonly #team: SlackTeam;
  readonly #channel: SlackChannel;
  readonly #view: ChannelView;
  readonly #action: string;
  readonly #people: string;

  constructor(team: SlackTeam, channel: SlackChannel, view: ChannelView) {
    this.#team = team;
    this.#channel = channel;
    this.#view = view;
    this.#action = html(pathOf(team, channel));
    this.#people = team.data.users
      .filter((user) => !user.is_bot && !user.deleted)
      .map((user) => `<option value="${html(user.id)}">${html(getUserName(team, user.id))}</option>`)
      .join("");
  }

  /** Renders each thread below its first message, and a line between two days. */
  all(messages: readonly SlackMessage[]): string {
    const { answers } = this.#view;
    const own = answers.filter(
      ({ teamId, channelId }) => teamId === this.#team.data.team.id && channelId === this.#channel.id,
    );
    const shown: ThreadPart[] = [
      ...messages.map((message) => ({
        thread: message.thread_ts ?? message.ts,
        ts: message.ts,
        shows: this.#message(message),
      })),
      ...own.map((answer) => ({
        thread: answer.thread_ts ?? answer.ts,
        ts: answer.ts,
        shows: this.#privately(answer),
      })),
    ].toSorted((a, b) => a.thread.localeCompare(b.thread) || a.ts.localeCompare(b.ts));
    const threads = Map.groupBy(shown, ({ thread }) => thread);
    let day = "";
    return [...threads.values()]
      .map((thread) => {
        const today = renderDay(thread[0]?.thread ?? "");
        const line = today === day ? "" : `<p class="day">${today}</p>`;
        day = today;
        return line + this.#thread(thread);
      })
      .join("");
  }

  #thread(thread: ThreadPart[]): string {
    const [first] = thread;
    const hasRoot = first !== undefined && first.ts === first.thread;
    const replies = thread.slice(hasRoot ? 1 : 0);
    const root = hasRoot ? first.shows : "";
    if (replies.length === 0) return root;
    const count = replies.length === 1 ? "1 reply" : `${replies.length} replies`;
    return `${root}<details class="thread" open><summary>${count}</summary><div>${replies.map(({ shows }) => shows).join("")}</div></details>`;
  }

  #message(message: SlackMessage): string {
    const { ts, text = "", thread_ts, edited, bot_id } = message;
    const author = getAuthorName(this.#team, message);
    const { at, hasArticles } = this.#view;
    const id = html(ts);
    const isOurs = bot_id !== undefined;
    const rows = Math.min(10, 2 + Math.floor(text.length / 70));
    const field = `<textarea id="${EDIT_ANCHOR_PREFIX}${id}" name="text" rows="${rows}" aria-label="New text">${html(unescapeText(text))}</textarea>`;
    return `<article id="${id}"><span class="face" style="background:${colorOf(author)}" aria-hidden="true">${html(initialsOf(author))}</span>
    <p class="meta"><b>${html(author)}</b> ${isOurs ? '<span class="app">APP</span> ' : ""}${renderTime(ts)}${edited ? " <span>(edited)</span>" : ""}</p>
    <pre>${this.#words(message)}</pre>${this.#buttons(message)}
    <details class="act reply" name="act-${id}"><summary>Reply</summary>${this.writing(thread_ts ?? ts, "Reply in the thread")}</details>
    <details class="act edit" name="act-${id}"${ts === at ? " open" : ""}><summary>Edit</summary>${this.#form("edit", ts, `${field}<div class="row"><span></span><button class="main">Save</button></div>`)}</details>
    <details class="act more" name="act-${id}"><summary>More</summary><div>${hasArticles ? `<a href="${this.#action}/article?ts=${id}" target="_blank" rel="noopener">Open its article</a>` : ""}${this.#form("delete", ts, "<button>Delete</button>")}${this.#shortcuts(ts)}</div></details></article>`;
  }

  /** Renders a link to the effect of the edit in the product. */
  afterEdit(): string {
    const { edited, hasArticles } = this.#view;
    if (edited === undefined || !hasArticles) return "";
    return `<aside class="told" role="status">Saved. Its article follows within seconds. <a href="${this.#action}/article?ts=${html(edited)}">Open its article</a></aside>`;
  }

  #privately({ user, text, blocks }: PrivateAnswer): string {
    return `<aside class="only"><p>Only <b>${html(getUserName(this.#team, user))}</b> sees this.</p><pre>${renderRichText(blocks) || renderText(this.#team, text)}</pre></aside>`;
  }

  writing(threadTs: string, placeholder: string): string {
    return `<form method="post" action="${this.#action}/post"><input type="hidden" name="thread_ts" value="${html(threadTs)}">
    <textarea name="text" rows="2" required aria-label="Message" placeholder="${placeholder}"></textarea><div class="row"><label style="margin:0">Write as <select name="user" aria-label="As">${this.#people}</select></label><button class="main">${threadTs ? "Reply" : "Post"}</button></div></form>`;
  }

  /** Renders the words of a message. Slack shows an app's blocks in place of its text. */
  #words({ bot_id, text, blocks }: SlackMessage): string {
    const isRich = bot_id !== undefined && Array.isArray(blocks) && blocks.some(({ type }) => type === "rich_text");
    return isRich ? renderRichText(blocks) : renderText(this.#team, text);
  }

  #buttons(message: SlackMessage): string {
    const all = listButtons(message).map(
      ({ action_id, value, text }) =>
        `<button name="action" value="${html(JSON.stringify([action_id, value]))}">${html(text)}</button>`,
    );
    if (all.length === 0) return "";
    const choice = `<select name="user" aria-label="Press as">${this.#people}</select>`;
    return `<div class="buttons">${this.#form("press", message.ts, `${all.join(" ")} ${choice}`)}</div>`;
  }

  #shortcuts(ts: string): string {
    const all = (this.#team.data.shortcuts ?? []).map(
      ({ name, callback_id }) => `<button name="shortcut" value="${html(callback_id)}">${html(name)}</button>`,
    );
    if (all.length === 0) return "";
    return this.#form(
      "shortcut",
      ts,
      `${all.join(" ")} <select name="user" aria-label="Choose as">${this.#people}</select>`,
    );
  }

  #form(verb: string, ts: string, content: string): string {
    return `<form method="post" action="${this.#action}/${verb}"><input type="hidden" name="ts" value="${html(ts)}">${content}</form>`;
  }
}

const initialsOf = (name: string) =>
  name
    .split(/\s+/)
    .map(([first = ""]) => first)
    .join("")
    .slice(0, 2)
    .toUpperCase();

const HUES = 360;
const colorOf = (name: string) =>
  `hsl(${[...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % HUES, 7)} 45% 36%)`;
