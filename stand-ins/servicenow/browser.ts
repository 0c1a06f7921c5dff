import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { browserPage, escapeHtml } from "../browser-page.ts";
import { shownHtml } from "../kept-html.ts";
import { PERSON, type ServicenowState, type StandInRecord } from "./state.ts";

const VIEW = "/kb_view.do";
const STATES = ["draft", "review", "published", "retired"];

/** The articles as people of the instance see them, with a form to edit one. */
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
    if (!record) return html(reply.code(404), "Not found", "<h1>Knowledge record not found</h1>");
    const note =
      record.workflow_state === "published" ? "" : `<aside>This article is ${record.workflow_state}.</aside>`;
    const { short_description: title, text } = record;
    return html(
      reply,
      title,
      `${note}<h1>${escapeHtml(title)}</h1><article>${shownHtml(text)}</article>${form(record)}`,
    );
  });

  app.post(VIEW, async (request, reply) => {
    const record = recordOf(request);
    if (!record) return html(reply.code(404), "Not found", "<h1>Knowledge record not found</h1>");
    const { title, text, workflow } = request.body as Record<string, string>;
    const isNewVersion = state.isVersioned && record.workflow_state === "published";
    const edited = isNewVersion ? state.checkOut(record, PERSON) : record;
    state.change(
      edited,
      {
        ...(title && { short_description: title }),
        ...(text !== undefined && { text }),
        ...(workflow && STATES.includes(workflow) && { workflow_state: workflow }),
      },
      PERSON,
    );
    return reply.redirect(`${VIEW}?sysparm_article=${record.number}`, 303);
  });

  function recordOf(request: FastifyRequest): StandInRecord | undefined {
    const { sysparm_article: number = "" } = request.query as { sysparm_article?: string };
    return state.newest(number);
  }
}

function form({ number, short_description: title, text, workflow_state: state }: StandInRecord): string {
  const options = STATES.map((one) => `<option${one === state ? " selected" : ""}>${one}</option>`).join("");
  return `<h2>Edit as a person</h2>
<form method="post" action="${VIEW}?sysparm_article=${number}">
<label for="title">Short description</label><input type="text" id="title" name="title" value="${escapeHtml(title)}">
<label for="text">Article body (HTML)</label><textarea id="text" name="text" rows="24">${escapeHtml(text)}</textarea>
<label for="workflow">Workflow</label><select id="workflow" name="workflow">${options}</select>
<button>Save</button></form>`;
}

function html(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").send(browserPage({ standIn: "ServiceNow stand-in", title, body }));
}
