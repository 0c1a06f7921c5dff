import type { FastifyReply } from "fastify";
import { escapeHtml, renderBrowserPage } from "./browser-page.ts";
import { sanitizeShownHtml } from "./kept-html.ts";

/**
 * Creates the web pages of a stand-in that stores articles as HTML. `standIn` is its name, such as 'Zendesk stand-in'.
 */
export function createArticlePages(standIn: string) {
  const send = (reply: FastifyReply, title: string, body: string): FastifyReply =>
    reply.type("text/html; charset=utf-8").send(renderBrowserPage({ standIn, title, body }));
  return {
    send,
    missing: (reply: FastifyReply) => send(reply.code(404), "Not found", "<h1>There is no such page</h1>"),
  };
}

export const renderArticle = (title: string, html: string) =>
  `<h1>${escapeHtml(title)}</h1><article>${sanitizeShownHtml(html)}</article>`;

/** Renders a form in which a person edits title and HTML. `more` is placed before the form's button. */
export function renderArticleForm(action: string, { title, body }: { title: string; body: string }, more = ""): string {
  return `<form method="post" action="${action}">
<label for="title">Title</label><input type="text" id="title" name="title" value="${escapeHtml(title)}">
<label for="body">Body (HTML)</label><textarea id="body" name="body" rows="24">${escapeHtml(body)}</textarea>
${more}<button>Save</button></form>`;
}
