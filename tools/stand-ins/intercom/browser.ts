import type { FastifyInstance, FastifyRequest } from "fastify";
import { createArticlePages, renderArticle, renderArticleForm } from "../article-pages.ts";
import { escapeHtml } from "../browser-page.ts";
import { HUMAN_EDITOR_ID, INTERCOM_APP, type IntercomState, type StandInArticle } from "./state.ts";

const EDITOR = `/a/apps/${INTERCOM_APP.id_code}/articles/articles`;

const { send: html, missing } = createArticlePages("Intercom stand-in");

/** Pages for teammates (articles, and a form that edits one), and pages for customers (published articles). */
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
    state.edit(article, { ...(title && { title }), body, state: published ? "published" : "draft" }, HUMAN_EDITOR_ID);
    return reply.redirect(`${EDITOR}/${article.id}/show`, 303);
  });

  function articleOf(request: FastifyRequest): StandInArticle | undefined {
    const { id } = request.params as { id: string };
    return state.articles.find((one) => String(one.id) === id && !one.isDeleted);
  }
}

const shown = ({ title, body }: StandInArticle) => renderArticle(title, body);

function form(article: StandInArticle): string {
  const checked = article.state === "published" ? " checked" : "";
  const published = `<label><input type="checkbox" name="published" value="yes"${checked}> Published</label>\n`;
  return `<h2>Edit as a teammate</h2>${renderArticleForm(`${EDITOR}/${article.id}/show`, article, published)}`;
}
