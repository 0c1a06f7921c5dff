import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { browserPage, escapeHtml } from "../browser-page.ts";
import { shownHtml } from "../kept-html.ts";
import { APP, type IntercomState, type StandInArticle } from "./state.ts";

const EDITOR = `/a/apps/${APP.id_code}/articles/articles`;

/** The articles as a teammate sees them, with a form to edit one, and published ones as customers do. */
export function browserRoutes(app: FastifyInstance, state: IntercomState): void {
  app.get("/", async (_request, reply) => {
    const entries = state.articles
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ id, title, state: as }) => `<li><a href="${EDITOR}/${id}/show">${escapeHtml(title)}</a> (${as})</li>`);
    return html(reply, "Articles", `<h1>Articles</h1><ul>${entries.join("") || "<li>No articles yet.</li>"}</ul>`);
  });

  app.get("/en/articles/:id", async (request, reply) => {
    const article = articleOf(request);
    return article?.state === "published" ? html(reply, article.title, shown(article)) : missing(reply);
  });

  app.get(`${EDITOR}/:id/show`, async (request, reply) => {
    const article = articleOf(request);
    if (!article) return missing(reply);
    const draft = article.state === "draft" ? "<aside>This article is a draft.</aside>" : "";
    return html(reply, article.title, `${draft}${shown(article)}${form(article)}`);
  });

  app.post(`${EDITOR}/:id/show`, async (request, reply) => {
    const article = articleOf(request);
    if (!article) return missing(reply);
    const { title = "", body = "", published } = request.body as Record<string, string>;
    state.edit(article, { ...(title && { title }), body, state: published ? "published" : "draft" });
    return reply.redirect(`${EDITOR}/${article.id}/show`, 303);
  });

  function articleOf(request: FastifyRequest): StandInArticle | undefined {
    const { id } = request.params as { id: string };
    return state.articles.find((one) => String(one.id) === id && !one.isDeleted);
  }
}

const shown = ({ title, body }: StandInArticle) => `<h1>${escapeHtml(title)}</h1><article>${shownHtml(body)}</article>`;
const missing = (reply: FastifyReply) => html(reply.code(404), "Not found", "<h1>There is no such page</h1>");

function form({ title, body, state, id }: StandInArticle): string {
  return `<h2>Edit as a teammate</h2>
<form method="post" action="${EDITOR}/${id}/show">
<label for="title">Title</label><input type="text" id="title" name="title" value="${escapeHtml(title)}">
<label for="body">Body (HTML)</label><textarea id="body" name="body" rows="24">${escapeHtml(body)}</textarea>
<label><input type="checkbox" name="published" value="yes"${state === "published" ? " checked" : ""}> Published</label>
<button>Save</button></form>`;
}

function html(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(browserPage({ standIn: "Intercom stand-in", title, body }));
}
