import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml, renderBrowserPage } from "../browser-page.ts";
import { simulateEditorSave } from "./cloud-editor.ts";
import { type ConfluenceState, HUMAN_EDITOR_ID, type StandInPage } from "./state.ts";
import { renderStorage } from "./storage-html.ts";
import { explainInvalidStorage } from "./well-formed.ts";

const STAND_IN = "Confluence stand-in";

const FOLLOW = "/wiki/follow.js";
const LOOK_AGAIN_MS = 1000;

/** Updates an open page in the browser when the page changes. */
const FOLLOW_SCRIPT = `setInterval(async () => {
  const answer = await fetch(location.href).catch(() => null);
  if (!answer?.ok) return;
  const { body, title } = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (body.innerHTML === document.body.innerHTML) return;
  document.title = title;
  document.body.replaceWith(body);
}, ${LOOK_AGAIN_MS});`;

/** The site for people: spaces, pages, and a form that edits a page. */
export function browserRoutes(app: FastifyInstance, state: ConfluenceState): void {
  app.get("/", async (_request, reply) => reply.redirect("/wiki"));

  app.get(FOLLOW, async (_request, reply) => reply.type("text/javascript; charset=utf-8").send(FOLLOW_SCRIPT));

  app.get("/wiki", async (_request, reply) => {
    const spaces = state.spaces.map(
      ({ key, name }) => `<li><a href="/wiki/spaces/${encodeURIComponent(key)}">${escapeHtml(name)}</a></li>`,
    );
    return html(reply, "Spaces", `<h1>Spaces</h1><ul>${spaces.join("")}</ul>`);
  });

  app.get("/wiki/spaces/:key", async (request, reply) => {
    const { key } = request.params as { key: string };
    const space = state.spaces.find((one) => one.key === key);
    if (!space) return html(reply.code(404), "Not found", "<h1>There is no such space</h1>");
    const pages = state.pages.filter((page) => page.spaceKey === key && page.status === "current");
    const entries = pages.toReversed().map((page) => `<li><a href="${path(page)}">${escapeHtml(page.title)}</a></li>`);
    return html(
      reply,
      space.name,
      `<h1>${escapeHtml(space.name)}</h1><ul>${entries.join("") || "<li>No pages yet.</li>"}</ul>`,
    );
  });

  const show = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = pageOf(request);
    if (!page) return html(reply.code(404), "Not found", "<h1>There is no such page</h1>");
    const labels = page.labels.map((name) => `<code>${escapeHtml(name)}</code>`).join(" ");
    const trashed = page.status === "trashed" ? "<aside>This page is in the trash.</aside>" : "";
    return html(
      reply,
      page.title,
      `${trashed}<h1>${escapeHtml(page.title)}</h1>
<p class="meta">Version ${page.version.number}${page.version.message ? `: ${escapeHtml(page.version.message)}` : ""} · <a href="${path(page)}/edit">Edit</a></p>
<article>${renderStorage(page.storage)}</article>
<p class="meta">${labels}</p>`,
      FOLLOW,
    );
  };
  app.get("/wiki/spaces/:key/pages/:id", show);
  app.get("/wiki/spaces/:key/pages/:id/:slug", show);

  app.get("/wiki/spaces/:key/pages/:id/edit", async (request, reply) => {
    const page = pageOf(request);
    return page
      ? html(reply, page.title, form(page, page, ""))
      : html(reply.code(404), "Not found", "<h1>There is no such page</h1>");
  });

  app.post("/wiki/spaces/:key/pages/:id/edit", async (request, reply) => {
    const page = pageOf(request);
    if (!page) return html(reply.code(404), "Not found", "<h1>There is no such page</h1>");
    const { title = "", storage = "" } = request.body as Record<string, string>;
    const why = title.trim() === "" ? "a page needs a title" : explainInvalidStorage(storage);
    if (why) return html(reply.code(400), page.title, form(page, { title, storage }, why));
    const saved = simulateEditorSave(storage.replaceAll("\r\n", "\n"));
    state.edit(page, { title, storage: saved, message: "", authorId: HUMAN_EDITOR_ID });
    return reply.redirect(path(page), 303);
  });

  function pageOf(request: FastifyRequest): StandInPage | undefined {
    const { key, id } = request.params as { key: string; id: string };
    return state.pages.find((page) => page.id === id && page.spaceKey === key);
  }
}

function path({ spaceKey, id }: StandInPage): string {
  return `/wiki/spaces/${encodeURIComponent(spaceKey)}/pages/${id}`;
}

function form(page: StandInPage, shown: { title: string; storage: string }, why: string): string {
  return `<h1>Edit as a person</h1>${why && `<aside>Not saved: ${escapeHtml(why)}.</aside>`}
<form method="post" action="${path(page)}/edit">
<label for="title">Title</label><input type="text" id="title" name="title" value="${escapeHtml(shown.title)}">
<label for="storage">Body (storage format)</label><textarea id="storage" name="storage" rows="24">${escapeHtml(shown.storage)}</textarea>
<button>Save</button></form>`;
}

function html(reply: FastifyReply, title: string, body: string, script?: string): FastifyReply {
  const page = { standIn: STAND_IN, title, body, ...(script && { script }) };
  return reply.type("text/html; charset=utf-8").send(renderBrowserPage(page));
}
