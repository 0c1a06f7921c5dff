import type { FastifyInstance, FastifyRequest } from "fastify";
import { createArticlePages, renderArticle, renderArticleForm } from "../article-pages.ts";
import { escapeHtml } from "../browser-page.ts";
import { buildPath } from "./json.ts";
import { HUMAN_EDITOR_ID, type StandInArticle, simulateEditorSave, type ZendeskState } from "./state.ts";

const { send: html, missing } = createArticlePages("Zendesk stand-in");

/** The help center for an agent: sections, articles, and a form that edits an article. */
export function browserRoutes(app: FastifyInstance, state: ZendeskState): void {
  const home = `/hc/${state.locale}`;
  app.get("/", async (_request, reply) => reply.redirect(home));

  app.get(home, async (_request, reply) => {
    const sections = state.sections.map(
      ({ id, name }) => `<li><a href="${home}/sections/${id}">${escapeHtml(name)}</a></li>`,
    );
    return html(reply, "Help Center", `<h1>Help Center</h1><ul>${sections.join("")}</ul>`);
  });

  app.get(`${home}/sections/:id`, async (request, reply) => {
    const { id } = request.params as { id: string };
    const section = state.sections.find((one) => String(one.id) === id);
    if (!section) return missing(reply);
    const articles = state.articles.filter((article) => article.sectionId === section.id && !article.isArchived);
    const entries = articles
      .toReversed()
      .map(
        (article) =>
          `<li><a href="${buildPath(article)}">${escapeHtml(article.title)}</a>${article.draft ? " (draft)" : ""}</li>`,
      );
    const list = entries.join("") || "<li>No articles yet.</li>";
    return html(reply, section.name, `<h1>${escapeHtml(section.name)}</h1><ul>${list}</ul>`);
  });

  app.get(`${home}/articles/:slug`, async (request, reply) => {
    const article = articleOf(request);
    if (!article) return missing(reply);
    const labels = article.labels.map((name) => `<code>${escapeHtml(name)}</code>`).join(" ");
    const readers = article.userSegmentId === null ? "everybody" : "agents and managers";
    return html(
      reply,
      article.title,
      `${article.draft ? "<aside>This article is a draft.</aside>" : ""}${renderArticle(article.title, article.body)}
<p class="meta">Visible to ${readers} · <a href="${buildPath(article)}/edit">Edit</a></p>
<p class="meta">${labels}</p>`,
    );
  });

  app.get(`${home}/articles/:slug/edit`, async (request, reply) => {
    const article = articleOf(request);
    return article ? html(reply, article.title, form(article)) : missing(reply);
  });

  app.post(`${home}/articles/:slug/edit`, async (request, reply) => {
    const article = articleOf(request);
    if (!article) return missing(reply);
    const { title = "", body = "" } = request.body as Record<string, string>;
    if (title.trim() === "") return html(reply.code(422), article.title, form(article));
    state.edit(article, { title, body: simulateEditorSave(body.replaceAll("\r\n", "\n")) }, HUMAN_EDITOR_ID);
    return reply.redirect(buildPath(article), 303);
  });

  function articleOf(request: FastifyRequest): StandInArticle | undefined {
    const { slug } = request.params as { slug: string };
    return state.articles.find(({ id, isArchived }) => !isArchived && String(id) === /^\d+/.exec(slug)?.[0]);
  }
}

const form = (article: StandInArticle) =>
  `<h1>Edit as a person</h1>${renderArticleForm(`${buildPath(article)}/edit`, article)}`;
