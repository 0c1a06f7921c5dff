import type { FastifyInstance } from "fastify";
import { escapeHtml as html, renderBrowserPage } from "../browser-page.ts";
import { MESSAGE_DELETED_NOTE, selectVisibleMessages } from "../message-window.ts";
import type { GoogleChatSpace, WireMessage } from "./space.ts";

/** The anchor of the newest message, at the end of a space's page. */
const NEWEST_ANCHOR = "newest";

/** Pages for people, who read a space, and write, edit and delete in anybody's name. */
export function addPages(app: FastifyInstance, spaces: GoogleChatSpace[]): void {
  const toGoogleChatSpace = (id: string) => {
    const space = spaces.find(({ data }) => data.id === id);
    if (!space) throw Object.assign(new Error(`There is no space ${id}.`), { statusCode: 404 });
    return space;
  };
  type SpaceRoute = { Params: { space: string }; Body: Record<string, string> };
  /** Returns the address of a message on the space's page. */
  const back = ({ space }: SpaceRoute["Params"], id = NEWEST_ANCHOR) => `/spaces/${encodeURIComponent(space)}#${id}`;

  app.get("/", (_request, reply) => reply.type("text/html").send(frame("Spaces", spaceList(spaces))));

  app.get<SpaceRoute & { Querystring: { at?: string } }>("/spaces/:space", ({ params, query }, reply) => {
    const space = toGoogleChatSpace(params.space);
    return reply.type("text/html").send(frame(space.data.displayName, spacePage(space, query.at)));
  });

  /** The path of a message, as in Google Chat. */
  app.get<{ Params: { space: string; thread: string; id: string } }>(
    "/room/:space/:thread/:id",
    ({ params }, reply) => {
      const id = `${params.thread}.${params.id}`;
      return reply.redirect(
        `/spaces/${encodeURIComponent(params.space)}?at=${encodeURIComponent(id)}#${encodeURIComponent(id)}`,
        302,
      );
    },
  );

  app.post<SpaceRoute>("/spaces/:space/post", ({ params, body }, reply) => {
    const { user = "", text = "", in: inThreadOf } = body;
    if (!text.trim()) return reply.redirect(back(params, inThreadOf || NEWEST_ANCHOR), 303);
    const space = toGoogleChatSpace(params.space);
    const said = { userId: user, text: typed(space, text), ...(inThreadOf && { inThreadOf }) };
    return reply.redirect(back(params, space.post(said)), 303);
  });

  app.post<SpaceRoute>("/spaces/:space/edit", ({ params, body }, reply) => {
    const { id = "", text = "" } = body;
    const space = toGoogleChatSpace(params.space);
    if (text.trim()) space.edit(id, typed(space, text));
    return reply.redirect(back(params, id), 303);
  });

  app.post<SpaceRoute>("/spaces/:space/delete", ({ params, body }, reply) => {
    toGoogleChatSpace(params.space).delete(body["id"] ?? "");
    return reply.redirect(back(params), 303);
  });
}

/** Converts names in typed text to mentions. Only members can be mentioned. */
const typed = ({ data: { people } }: GoogleChatSpace, text: string) =>
  text.replace(/<users\/([^>]+)>/g, (mark, id) =>
    people.some((person) => person.id === id) ? mark : `< users/${id}>`,
  );

function spaceList(spaces: GoogleChatSpace[]): string {
  const items = spaces.map(
    ({ data, messages }) =>
      `<li><a href="/spaces/${html(data.id)}#${NEWEST_ANCHOR}">${html(data.displayName)}</a> (${messages.length})`,
  );
  return `<ul>${items.join("")}</ul>`;
}

function spacePage({ data, messages }: GoogleChatSpace, at?: string): string {
  const all = messages.filter(({ deleteTime }) => !deleteTime);
  const place = at === undefined ? all.length : all.findIndex((message) => idOf(message) === at);
  const shown = selectVisibleMessages(all, place);
  const action = `/spaces/${html(data.id)}`;
  const people = data.people
    .filter(({ isBot, hasLeft }) => !isBot && !hasLeft)
    .map(({ id, name }) => `<option value="${html(id)}">${html(name)}</option>`)
    .join("");
  const write = (inThreadOf = "") => `<form method="post" action="${action}/post">
    <input type="hidden" name="in" value="${html(inThreadOf)}"><select name="user" aria-label="As">${people}</select>
    <textarea name="text" rows="2" required aria-label="Message"></textarea><button>${inThreadOf ? "Reply" : "Post"}</button></form>`;
  const item = (message: WireMessage) => {
    const id = html(idOf(message));
    return `<article id="${id}" class="${message.threadReply ? "reply" : ""}">
    <p class="meta"><b>${html(message.sender?.displayName ?? "")}</b> ${html(message.createTime.slice(0, 16).replace("T", " "))}${message.lastUpdateTime ? " (edited)" : ""}</p>
    <pre>${html(message.text ?? "")}</pre>
    <details><summary>Reply, edit, delete</summary>${write(idOf(message))}
    <form method="post" action="${action}/edit"><input type="hidden" name="id" value="${id}">
    <textarea name="text" rows="2" aria-label="New text">${html(message.formattedText ?? "")}</textarea><button>Save</button></form>
    <form method="post" action="${action}/delete"><input type="hidden" name="id" value="${id}"><button>Delete</button></form></details></article>`;
  };
  const byThread = shown.toSorted(
    (a, b) => a.thread.name.localeCompare(b.thread.name) || a.createTime.localeCompare(b.createTime),
  );
  return `<p><a href="/">All spaces</a></p>${place < 0 ? MESSAGE_DELETED_NOTE : ""}${byThread.map(item).join("")}<h2 id="${NEWEST_ANCHOR}">New message</h2>${write()}`;
}

const idOf = ({ name }: WireMessage) => name.slice(name.lastIndexOf("/") + 1);

const frame = (title: string, body: string) =>
  renderBrowserPage({ standIn: "Google Chat stand-in", title, body: `${STYLE}<h1>${html(title)}</h1>${body}` });
const STYLE = `<style>
  article { border-top: 1px solid var(--line); padding: .5rem 0; } article:target { background: var(--soft); }
  .reply { margin-left: 2rem; } article p { margin: 0; } article pre { margin: .15rem 0; white-space: pre-wrap; font: inherit; background: none; padding: 0; }
  summary { font-size: .85rem; opacity: .75; cursor: pointer; } select { font: inherit; font-size: .9rem; padding: .35rem; margin: .25rem 0; }
</style>`;
