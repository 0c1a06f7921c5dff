import type { FastifyInstance } from "fastify";
import { escapeHtml as html, renderBrowserPage } from "../browser-page.ts";
import { MESSAGE_DELETED_NOTE, selectVisibleMessages } from "../message-window.ts";
import type { StoredMessage, TeamsChannel } from "./channel.ts";

/** The anchor of the newest message, at the end of a channel's page. */
const NEWEST_ANCHOR = "newest";

/** Pages for people, who read a channel, and write, edit and delete in anybody's name. */
export function addPages(app: FastifyInstance, channels: TeamsChannel[]): void {
  const channelOf = (id: string) => {
    const channel = channels.find(({ data }) => data.id === id);
    if (!channel) throw Object.assign(new Error(`There is no channel ${id}.`), { statusCode: 404 });
    return channel;
  };
  const back = (channel: string, id = NEWEST_ANCHOR) => `/channels/${encodeURIComponent(channel)}#${id}`;
  type ChannelRoute = { Params: { channel: string }; Body: Record<string, string> };

  app.get("/", (_request, reply) => {
    const items = channels.map(
      ({ data, messages }) => `<li><a href="${html(back(data.id))}">${html(data.displayName)}</a> (${messages.length})`,
    );
    return reply.type("text/html").send(frame("Channels", `<ul>${items.join("")}</ul>`));
  });

  app.get<{ Params: { channel: string }; Querystring: { at?: string } }>(
    "/channels/:channel",
    ({ params, query }, reply) => {
      const channel = channelOf(params.channel);
      return reply.type("text/html").send(frame(channel.data.displayName, channelPage(channel, query.at)));
    },
  );

  /** The path of a message, as in Teams. */
  app.get<{ Params: { channel: string; id: string } }>("/l/message/:channel/:id", ({ params }, reply) => {
    const id = encodeURIComponent(params.id);
    return reply.redirect(`/channels/${encodeURIComponent(params.channel)}?at=${id}#${id}`, 302);
  });

  app.post<ChannelRoute>("/channels/:channel/post", ({ params, body }, reply) => {
    const { user = "", text = "", in: replyTo } = body;
    if (!text.trim()) return reply.redirect(back(params.channel, replyTo || NEWEST_ANCHOR), 303);
    const said = { userId: user, content: paragraph(text), ...(replyTo && { replyTo }) };
    return reply.redirect(back(params.channel, channelOf(params.channel).post(said)), 303);
  });

  app.post<ChannelRoute>("/channels/:channel/edit", ({ params, body }, reply) => {
    const { id = "", text = "" } = body;
    if (text.trim()) channelOf(params.channel).edit(id, paragraph(text));
    return reply.redirect(back(params.channel, id), 303);
  });

  app.post<ChannelRoute>("/channels/:channel/delete", ({ params, body }, reply) => {
    channelOf(params.channel).delete(body["id"] ?? "");
    return reply.redirect(back(params.channel), 303);
  });
}

const paragraph = (text: string) => `<p>${html(text).replaceAll("\n", "<br>")}</p>`;

function channelPage({ data, owner, messages }: TeamsChannel, at?: string): string {
  const all = messages.filter(({ wire }) => !wire.deletedDateTime);
  const place = at === undefined ? all.length : all.findIndex(({ wire }) => wire.id === at);
  const action = `/channels/${encodeURIComponent(data.id)}`;
  const people = owner.people
    .filter(({ isApp, hasLeft }) => !isApp && !hasLeft)
    .map(({ id, name }) => `<option value="${html(id)}">${html(name)}</option>`)
    .join("");
  const write = (replyTo = "") => `<form method="post" action="${action}/post">
    <input type="hidden" name="in" value="${html(replyTo)}"><select name="user" aria-label="As">${people}</select>
    <textarea name="text" rows="2" required aria-label="Message"></textarea><button>${replyTo ? "Reply" : "Post"}</button></form>`;
  const item = ({ wire, postId }: StoredMessage) => {
    const { createdDateTime, from, lastEditedDateTime } = wire as Record<string, unknown>;
    const who = (from as { user?: { displayName?: string } } | null)?.user?.displayName ?? "";
    const words = wordsOf(wire);
    return `<article id="${html(wire.id)}" class="${postId === wire.id ? "" : "reply"}">
    <p class="meta"><b>${html(who)}</b> ${html(String(createdDateTime).slice(0, 16).replace("T", " "))}${lastEditedDateTime ? " (edited)" : ""}</p>
    <pre>${html(words)}</pre>
    <details><summary>Reply, edit, delete</summary>${write(postId)}
    <form method="post" action="${action}/edit"><input type="hidden" name="id" value="${html(wire.id)}">
    <textarea name="text" rows="2" aria-label="New text">${html(words)}</textarea><button>Save</button></form>
    <form method="post" action="${action}/delete"><input type="hidden" name="id" value="${html(wire.id)}"><button>Delete</button></form></details></article>`;
  };
  const byThread = selectVisibleMessages(all, place).toSorted(
    (a, b) => Number(a.postId) - Number(b.postId) || Number(a.wire.id) - Number(b.wire.id),
  );
  return `<p><a href="/">All channels</a></p>${place < 0 ? MESSAGE_DELETED_NOTE : ""}${byThread.map(item).join("")}<h2 id="${NEWEST_ANCHOR}">New message</h2>${write()}`;
}

/** Returns the text that a person typed. Content of another form is shown unchanged. */
function wordsOf(wire: StoredMessage["wire"]): string {
  const { content = "" } = wire["body"] as { content?: string };
  const typed = content.startsWith("<p>") && content.endsWith("</p>") ? content.slice(3, -4) : content;
  return typed
    .replaceAll("<br>", "\n")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

const frame = (title: string, body: string) =>
  renderBrowserPage({ standIn: "Teams stand-in", title, body: `${STYLE}<h1>${html(title)}</h1>${body}` });
const STYLE = `<style>
  article { border-top: 1px solid var(--line); padding: .5rem 0; } article:target { background: var(--soft); }
  .reply { margin-left: 2rem; } article p { margin: 0; } article pre { margin: .15rem 0; white-space: pre-wrap; font: inherit; background: none; padding: 0; }
  summary { font-size: .85rem; opacity: .75; cursor: pointer; } select { font: inherit; font-size: .9rem; padding: .35rem; margin: .25rem 0; }
</style>`;
