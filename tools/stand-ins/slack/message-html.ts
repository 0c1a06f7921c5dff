import { escapeHtml as html, isWebAddress } from "../browser-page.ts";
import type { SlackTeam } from "./team.ts";
import type { SlackMessage } from "./team-data.ts";

/** Renders a message's text with people's names, links, bold, italic and code. */
export function renderText(team: SlackTeam, text = ""): string {
  return text
    .split(/(<[^<>\n]+>)/)
    .map((part) => tokenHtml(team, part) ?? markedHtml(html(unescapeText(part))))
    .join("");
}

/** Patterns of markup. The markup stays in the page's text but is hidden, so that copying gives the typed text. */
const MARKS: [pattern: RegExp, tag: string][] = [
  [/(^|[\s(])(`)([^`\n]+)`(?=$|[\s).,:;!?])/gm, "code"],
  [/(^|[\s(])(\*)([^*\n]+)\*(?=$|[\s).,:;!?])/gm, "b"],
  [/(^|[\s(])(_)([^_\n]+)_(?=$|[\s).,:;!?])/gm, "i"],
];
const markedHtml = (text: string) =>
  MARKS.reduce((marked, [pattern, tag]) => {
    const sign = '<span class="sign">$2</span>';
    return marked.replaceAll(pattern, `$1<${tag}>${sign}$3${sign}</${tag}>`);
  }, text);

function tokenHtml(team: SlackTeam, part: string): string | null {
  const [, token = "", label] = /^<([^|>]+)(?:\|([^>]*))?>$/.exec(part) ?? [];
  if (token.startsWith("@")) return html(`@${getUserName(team, token.slice(1))}`);
  const address = unescapeText(token);
  if (!isWebAddress(address)) return null;
  return `<a rel="noreferrer" href="${html(address)}">${html(unescapeText(label || token))}</a>`;
}

/** Renders the words of an app's blocks, with links. */
export function renderRichText(blocks: unknown): string {
  if (Array.isArray(blocks)) return blocks.map(renderRichText).join("");
  const { text, url, elements } = (blocks ?? {}) as { text?: unknown; url?: string; elements?: unknown };
  const words = typeof text === "string" ? html(text) : renderRichText(elements ?? []) || html(url ?? "");
  return isWebAddress(url) && words ? `<a rel="noreferrer" href="${html(url)}">${words}</a>` : words;
}

export function getAuthorName(team: SlackTeam, { user, username }: SlackMessage): string {
  return user ? getUserName(team, user) : String(username ?? "An app");
}

export function getUserName(team: SlackTeam, id: string): string {
  const user = team.users.find((candidate) => candidate.id === id);
  return user?.profile?.display_name || user?.real_name || user?.name || id;
}

const MOMENT = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });

const DAY = new Intl.DateTimeFormat("en-GB", { weekday: "long", day: "numeric", month: "long" });
export function renderDay(ts: string): string {
  const at = new Date(Number(ts) * 1000);
  return Number.isNaN(at.getTime()) ? "" : html(DAY.format(at));
}

export function renderTime(ts: string): string {
  const at = new Date(Number(ts) * 1000);
  return Number.isNaN(at.getTime())
    ? html(ts)
    : `<time datetime="${at.toISOString()}">${html(MOMENT.format(at))}</time>`;
}

export const escapeSlack = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
export const unescapeText = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
