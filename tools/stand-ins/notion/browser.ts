import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { escapeHtml, isWebAddress, renderBrowserPage } from "../browser-page.ts";
import { HUMAN_EDITOR_ID, type NotionState, type StandInBlock, type StandInPage } from "./state.ts";
import type { Json } from "./validate.ts";

const STAND_IN = "Notion stand-in";
const TAGS: Record<string, string> = {
  paragraph: "p",
  heading_1: "h1",
  heading_2: "h2",
  heading_3: "h3",
  quote: "blockquote",
  callout: "aside",
  to_do: "p",
  toggle: "p",
  bulleted_list_item: "li",
  numbered_list_item: "li",
};

/** The workspace for people: its pages, and forms that change, add and delete blocks. */
export function browserRoutes(app: FastifyInstance, state: NotionState): void {
  app.get("/", async (_request, reply) => {
    const pages = state.pages.filter(({ parentId }) => parentId === null);
    return html(reply, "Pages", `<h1>Pages</h1><ul>${pages.map(pageLink).join("")}</ul>`);
  });

  app.get("/:slug", async (request, reply) => {
    const page = pageOf(request);
    if (!page) return html(reply.code(404), "Not found", "<h1>There is no such page</h1>");
    const trashed = page.inTrash ? "<aside>This page is in the trash.</aside>" : "";
    const body = blocksHtml(page.children.filter((child) => !("inTrash" in child && child.inTrash)));
    const edit = `<p class="meta"><a href="${buildPath(page)}/edit">Edit</a></p>`;
    return html(
      reply,
      page.title,
      `${trashed}<h1>${escapeHtml(page.title || "Untitled")}</h1>${edit}<article>${body}</article>`,
    );
  });

  app.get("/:slug/edit", async (request, reply) => {
    const page = pageOf(request);
    return page
      ? html(reply, page.title, form(page))
      : html(reply.code(404), "Not found", "<h1>There is no such page</h1>");
  });

  app.post("/:slug/edit", async (request, reply) => {
    const page = pageOf(request);
    if (!page) return html(reply.code(404), "Not found", "<h1>There is no such page</h1>");
    const { action, block: id, text = "" } = request.body as Record<string, string>;
    const found = id ? state.locate(id) : null;
    const rich_text = [{ text: { content: text.replaceAll("\r\n", "\n").slice(0, 2_000) } }];
    if (action === "title") page.title = text;
    if (action === "save" && found) state.rewrite(found.block, { rich_text }, HUMAN_EDITOR_ID);
    if (action === "delete" && found) found.siblings.splice(found.siblings.indexOf(found.block), 1);
    if (action === "add") {
      const added = state.newBlock({ type: "paragraph", paragraph: { rich_text } }, HUMAN_EDITOR_ID);
      const siblings = found?.siblings ?? page.children;
      siblings.splice(found ? siblings.indexOf(found.block) + 1 : siblings.length, 0, added);
    }
    state.touch(page, HUMAN_EDITOR_ID);
    return reply.redirect(`${buildPath(page)}/edit`, 303);
  });

  function pageOf(request: FastifyRequest): StandInPage | undefined {
    const [id] = /[0-9a-f]{32}$/.exec((request.params as { slug: string }).slug.replaceAll("-", "")) ?? [];
    return id ? state.page(id) : undefined;
  }
}

/** Builds a page's path as in Notion: the words of the title and the id's 32 characters. */
export function buildPath({ title, id }: Pick<StandInPage, "title" | "id">): string {
  const words = title
    .normalize("NFKD")
    .replace(/[^a-zA-Z0-9]+/g, "-")
    .slice(0, 60)
    .replace(/^-|-$/g, "");
  return `/${words ? `${words}-` : ""}${id.replaceAll("-", "")}`;
}

function blocksHtml(blocks: StandInBlock[]): string {
  let shown = "";
  let openList = "";
  for (const block of blocks) {
    const list = block.type === "numbered_list_item" ? "ol" : block.type === "bulleted_list_item" ? "ul" : "";
    if (list !== openList) shown += `${openList && `</${openList}>`}${list && `<${list}>`}`;
    openList = list;
    shown += blockHtml(block);
  }
  return shown + (openList && `</${openList}>`);
}

function blockHtml(block: StandInBlock): string {
  if (block.type === "child_page") return `<p>📄 ${pageLink(block as StandInPage)}</p>`;
  if (block.type === "divider") return "<hr>";
  const text = runsOf(block).map(runHtml).join("");
  if (block.type === "code") return `<pre><code>${text}</code></pre>`;
  const tag = TAGS[block.type] ?? "p";
  return `<${tag}>${text}${blocksHtml(block.children)}</${tag}>`;
}

type Run = { plain_text: string; href: string | null; annotations: Record<string, unknown> };

function runsOf(block: StandInBlock): Run[] {
  return ((block.content as Json).rich_text ?? []) as Run[];
}

function runHtml({ plain_text, href, annotations }: Run): string {
  const marks = { bold: "strong", italic: "em", strikethrough: "s", code: "code" };
  const marked = Object.entries(marks).reduce(
    (inner, [mark, tag]) => (annotations[mark] === true ? `<${tag}>${inner}</${tag}>` : inner),
    escapeHtml(plain_text).replaceAll("\n", "<br>"),
  );
  return isWebAddress(href ?? undefined)
    ? `<a rel="noreferrer" href="${escapeHtml(href ?? "")}">${marked}</a>`
    : marked;
}

function pageLink(page: StandInPage): string {
  return `<a href="${buildPath(page)}">${escapeHtml(page.title || "Untitled")}</a>`;
}

function form(page: StandInPage): string {
  const field = (name: string, value: string, action: string, label: string, id = "") =>
    `<form method="post" action="${buildPath(page)}/edit"><label>${label}<textarea name="text" rows="3">\n${escapeHtml(value)}</textarea></label>
<input type="hidden" name="block" value="${escapeHtml(id)}"><button name="action" value="${action}">${name}</button>${
      action === "save"
        ? '<button name="action" value="delete">Delete block</button><button name="action" value="add">Add this text below</button>'
        : ""
    }</form>`;
  const blocks = page.children
    .filter(({ type }) => type !== "child_page" && type !== "divider")
    .map((block) =>
      field(
        "Save block",
        runsOf(block)
          .map(({ plain_text }) => plain_text)
          .join(""),
        "save",
        escapeHtml(block.type.replaceAll("_", " ")),
        block.id,
      ),
    );
  return `<h1>Edit as a person</h1><p class="meta"><a href="${buildPath(page)}">Back to the page</a></p>
${field("Save title", page.title, "title", "Title")}${blocks.join("")}${field("Add paragraph", "", "add", "New paragraph at the end")}`;
}

function html(reply: FastifyReply, title: string, body: string): FastifyReply {
  return reply
    .type("text/html; charset=utf-8")
    .send(renderBrowserPage({ standIn: STAND_IN, title: title || "Untitled", body }));
}
