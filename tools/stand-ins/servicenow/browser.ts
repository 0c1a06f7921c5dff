import type { FastifyInstance, FastifyRequest } from "fastify";
import { createArticlePages, renderArticle, renderArticleForm } from "../article-pages.ts";
import { escapeHtml } from "../browser-page.ts";
import { HUMAN_EDITOR_ID, type ServicenowState, type StandInRecord } from "./state.ts";

const { send: html, missing } = createArticlePages("ServiceNow stand-in");
const VIEW = "/kb_view.do";
const STATES = ["draft", "review", "published", "retired"];

/** The articles for people of the instance, with a form that edits an article. */
export function browserRoutes(app: FastifyInstance, state: ServicenowState): void {
  app.get("/", async (_request, reply) => {
    const numbers = [...new Set(state.records.map(({ number }) => number))];
    const entries = numbers
      .flatMap((number) => state.newest(number) ?? [])
      .map(
        ({ number, short_description: title, workflow_state: as }) =>
          `<li><a href="${VIEW}?sysparm_article=${number}">${number} ${escapeHtml(title)}</a> (${as})</li>`,
      );
    return html(reply, "Knowledge", `<h1>Knowledge</h1><ul>${entries.join("") || "<li>No articles yet.</li>"}</ul>`);
  });

  app.get(VIEW, async (request, reply) => {
    const record = recordOf(request);
    if (!record) return missing(reply);
    const note =
      record.workflow_state === "published" ? "" : `<aside>This article is ${record.workflow_state}.</aside>`;
    const { short_description: title, text } = record;
    return html(reply, title, `${note}${renderArticle(title, text)}${form(record)}`);
  });

  app.post(VIEW, async (request, reply) => {
    const record = recordOf(request);
    if (!record) return missing(reply);
    const { title, body: text, workflow } = request.body as Record<string, string>;
    const isNewVersion = state.isVersioned && record.workflow_state === "published";
    const edited = isNewVersion ? state.checkOut(record, HUMAN_EDITOR_ID) : record;
    state.change(
      edited,
      {
        ...(title && { short_description: title }),
        ...(text !== undefined && { text }),
        ...(workflow && STATES.includes(workflow) && { workflow_state: workflow }),
      },
      HUMAN_EDITOR_ID,
    );
    return reply.redirect(`${VIEW}?sysparm_article=${record.number}`, 303);
  });

  function recordOf(request: FastifyRequest): StandInRecord | undefined {
    const { sysparm_article: number = "" } = request.query as { sysparm_article?: string };
    return state.newest(number);
  }
}

function form({ number, short_description: title, text: body, workflow_state: state }: StandInRecord): string {
  const options = STATES.map((one) => `<option${one === state ? " selected" : ""}>${one}</option>`).join("");
  const workflow = `<label for="workflow">Workflow</label><select id="workflow" name="workflow">${options}</select>\n`;
  return `<h2>Edit as a person</h2>${renderArticleForm(`${VIEW}?sysparm_article=${number}`, { title, body }, workflow)}`;
}
