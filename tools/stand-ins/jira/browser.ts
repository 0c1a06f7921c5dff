import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml, isWebAddress, renderBrowserPage } from "../browser-page.ts";
import { HUMAN_EDITOR_ID, type JiraState, type StandInIssue, simulateEditorSave } from "./state.ts";
import type { AdfNode } from "./validate.ts";

const STAND_IN = "Jira stand-in";

/** The site for people: projects, issues, and a form that adds a paragraph to an issue. */
export function browserRoutes(app: FastifyInstance, state: JiraState): void {
  app.get("/", async (_request, reply) => {
    const projects = state.projects.map(({ key, name }) => {
      const issues = state.issues.filter(({ project }) => project === key).map((issue) => `<li>${linkTo(issue)}</li>`);
      return `<h2>${escapeHtml(name)}</h2><ul>${issues.join("") || "<li>No issues yet.</li>"}</ul>`;
    });
    return html(reply, "Projects", `<h1>Projects</h1>${projects.join("")}`);
  });

  app.get("/browse/:key", async (request, reply) => {
    const issue = issueOf(request);
    if (!issue) return html(reply.code(404), "Not found", "<h1>There is no such issue</h1>");
    const links = issue.remoteLinks.map(({ url, title }) => `<li>${anchor(url, escapeHtml(title))}</li>`);
    const comments = issue.comments.map(({ body }) => `<aside>${nodeHtml(body)}</aside>`);
    return html(
      reply,
      issue.summary,
      `<p class="meta">${issue.key} · ${escapeHtml(issue.status)} ${issue.labels.map((label) => `<code>${escapeHtml(label)}</code>`).join(" ")}</p>
<h1>${escapeHtml(issue.summary)}</h1><article>${issue.description ? nodeHtml(issue.description) : ""}</article>
${links.length > 0 ? `<h2>Web links</h2><ul>${links.join("")}</ul>` : ""}${comments.join("")}
<form method="post"><label for="text">Add a paragraph as a person</label><textarea id="text" name="text" rows="3"></textarea><button>Save</button></form>`,
    );
  });

  app.post("/browse/:key", async (request, reply) => {
    const issue = issueOf(request);
    if (!issue) return html(reply.code(404), "Not found", "<h1>There is no such issue</h1>");
    const { text = "" } = request.body as { text?: string };
    const added = { type: "paragraph", content: text.trim() ? [{ type: "text", text: text.trim() }] : [] };
    const before = issue.description ?? { type: "doc", version: 1, content: [] };
    const description = simulateEditorSave({ ...before, content: [...(before.content ?? []), added] });
    state.change(issue, HUMAN_EDITOR_ID, { description });
    return reply.redirect(`/browse/${issue.key}`);
  });

  const issueOf = (request: FastifyRequest) => state.issue((request.params as { key: string }).key);
}

const linkTo = ({ key, summary }: StandInIssue) => `<a href="/browse/${key}">${key} ${escapeHtml(summary)}</a>`;
const anchor = (href: string | undefined, inner: string) =>
  isWebAddress(href) ? `<a href="${escapeHtml(href)}">${inner}</a>` : inner;

const TAGS: Record<string, string> = {
  doc: "div",
  paragraph: "p",
  heading: "h2",
  codeBlock: "pre",
  bulletList: "ul",
  orderedList: "ol",
  listItem: "li",
  panel: "aside",
  blockquote: "blockquote",
};
const MARKS: Record<string, string> = { strong: "strong", em: "em", strike: "s", code: "code" };

function nodeHtml({ type, text = "", marks = [], content = [] }: AdfNode): string {
  if (type === "hardBreak") return "<br>";
  if (type === "text")
    return marks.reduce((inner, mark) => {
      if (mark.type === "link") return anchor(mark.attrs?.["href"] as string | undefined, inner);
      const tag = MARKS[mark.type];
      return tag ? `<${tag}>${inner}</${tag}>` : inner;
    }, escapeHtml(text));
  const tag = TAGS[type] ?? "div";
  return `<${tag}>${content.map(nodeHtml).join("")}</${tag}>`;
}

function html(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(renderBrowserPage({ standIn: STAND_IN, title, body }));
}
