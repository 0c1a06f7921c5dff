import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { commentRoutes } from "./comments.ts";
import { databaseRoutes, dataSourceJson, findDatabase, parentJson } from "./databases.ts";
import {
  formatId,
  HUMAN_EDITOR_ID,
  type NotionState,
  type StandInBlock,
  type StandInDatabase,
  type StandInPage,
  toStoredTextRun,
} from "./state.ts";
import {
  explainInvalidChildren,
  explainInvalidContent,
  explainInvalidRichText,
  isObject,
  type Json,
} from "./validate.ts";

/** The seconds over which Notion averages its rate limit, so that short bursts are permitted. */
const BURST_SECONDS = 2;
/** The API versions that support all calls of this stand-in. https://developers.notion.com/reference/versioning */
const VERSIONS = new Set(["2025-09-03", "2026-03-11"]);

interface SearchBody {
  query?: string;
  filter?: { property: string; value: string };
  sort?: { timestamp: string; direction: "ascending" | "descending" };
  page_size?: number;
  start_cursor?: string;
}

interface RestOptions {
  /** The average calls per second and token. Further calls get status 429. */
  requestsPerSecond: number;
}

/** Notion's REST API, version 2025-09-03, built from its reference and its official client. */
export function restRoutes(
  app: FastifyInstance,
  state: NotionState,
  urlOf: (page: StandInPage) => string,
  { requestsPerSecond }: RestOptions,
): void {
  const buckets = new Map<string, { calls: number; at: number }>();

  app.addHook("preHandler", async (request, reply) => {
    const bot = botOf(request);
    if (!bot) return refuse(reply, 401, "unauthorized", "API token is invalid.");
    if (!request.headers["notion-version"])
      return refuse(reply, 400, "missing_version", "Notion-Version header should be defined.");
    if (!VERSIONS.has(String(request.headers["notion-version"])))
      return refuse(reply, 400, "validation_error", "Notion-Version header failed validation.");
    const now = Date.now();
    const bucket = buckets.get(bot.token) ?? { calls: 0, at: now };
    bucket.calls = Math.max(0, bucket.calls - ((now - bucket.at) / 1_000) * requestsPerSecond);
    bucket.at = now;
    buckets.set(bot.token, bucket);
    bucket.calls += 1;
    if (bucket.calls > requestsPerSecond * BURST_SECONDS) {
      bucket.calls -= 1;
      return refuse(reply.header("retry-after", "1"), 429, "rate_limited", "You have been rate limited.");
    }
  });

  app.get("/v1/users/me", async (request) => {
    const bot = botOf(request);
    return {
      object: "user",
      id: bot?.id,
      name: bot?.name,
      avatar_url: null,
      type: "bot",
      bot: {
        owner: { type: "workspace", workspace: true },
        workspace_name: bot?.workspace ?? null,
        workspace_id: bot?.id,
        workspace_limits: { max_file_upload_size_in_bytes: 5_242_880 },
      },
    };
  });

  app.post("/v1/pages", async (request, reply) => {
    const {
      parent,
      properties,
      children = [],
    } = request.body as { parent?: Json; properties?: Json; children?: Json[] };
    const parentPage = isObject(parent) && typeof parent.page_id === "string" ? seen(parent.page_id) : undefined;
    if (!parentPage) return notFound(reply, "page", String(parent?.page_id));
    if (state.isInTrash(parentPage)) return refuse(reply, 400, "validation_error", IN_TRASH);
    const title = titleIn(properties);
    if ("why" in title) return refuse(reply, 400, "validation_error", title.why);
    const why = explainInvalidChildren(children);
    if (why) return refuse(reply, 400, "validation_error", `body failed validation: ${why}`);
    return pageJson(state.addPage(parentPage, title.text, children, botOf(request)?.id ?? HUMAN_EDITOR_ID));
  });

  // https://developers.notion.com/reference/post-search
  app.post("/v1/search", async (request, reply) => {
    const { query = "", filter, sort, page_size: most = 100, start_cursor: cursor } = request.body as SearchBody;
    if (sort && sort.timestamp !== "last_edited_time")
      return refuse(reply, 400, "validation_error", "body.sort.timestamp should be `last_edited_time`.");
    if (filter && (filter.property !== "object" || !/^(?:page|data_source)$/.test(String(filter.value))))
      return refuse(reply, 400, "validation_error", "body.filter.value should be `page` or `data_source`.");
    if (filter?.value === "data_source") return listDatabases(query);
    const found = state.pages.filter(
      (page) => seen(page.id) && !state.isInTrash(page) && page.title.toLowerCase().includes(query.toLowerCase()),
    );
    const order = sort?.direction === "ascending" ? -1 : 1;
    const sorted = found.toSorted((one, other) => order * other.lastEditedTime.localeCompare(one.lastEditedTime));
    const from = cursor ? sorted.findIndex(({ id }) => id === cursor) : 0;
    if (from < 0) return refuse(reply, 400, "validation_error", "start_cursor is not valid.");
    const next = sorted[from + Math.min(most, 100)];
    const results = sorted.slice(from, from + Math.min(most, 100)).map(pageJson);
    return { object: "list", results, has_more: next !== undefined, next_cursor: next?.id ?? null };
  });

  app.get("/v1/pages/:id", async (request, reply) => {
    const page = seen(idOf(request));
    if (page) return pageJson(page);
    if (!findDatabase(state, idOf(request))) return notFound(reply, "page", idOf(request));
    return refuse(reply, 400, "validation_error", "The ID is of a database, not a page. Use the database API instead.");
  });

  databaseRoutes(app, state, { isSeen: (id) => seen(id) !== undefined, notFound, refuse });

  app.patch("/v1/pages/:id", async (request, reply) => {
    const page = seen(idOf(request));
    if (!page) return notFound(reply, "page", idOf(request));
    const { properties, in_trash, archived } = request.body as {
      properties?: Json;
      in_trash?: boolean;
      archived?: boolean;
    };
    const trash = in_trash ?? archived;
    if (page.inTrash && trash !== false) return refuse(reply, 400, "validation_error", IN_TRASH);
    if (trash !== undefined) page.inTrash = trash;
    if (properties !== undefined) {
      const title = titleIn(properties);
      if ("why" in title) return refuse(reply, 400, "validation_error", title.why);
      page.title = title.text;
    }
    state.touch(page, botOf(request)?.id ?? HUMAN_EDITOR_ID);
    return pageJson(page);
  });

  app.post("/v1/pages/:id/move", async (request, reply) => {
    const { parent } = request.body as { parent?: Json };
    const page = seen(idOf(request));
    if (!page) return notFound(reply, "page", idOf(request));
    if (isObject(parent) && parent.type === "data_source_id") {
      const database = state.databases.find(
        ({ dataSourceId }) => dataSourceId === formatId(String(parent.data_source_id)),
      );
      if (!database || !seen(database.parentId)) return notFound(reply, "data source", String(parent.data_source_id));
      state.move(page, database);
      state.touch(page, botOf(request)?.id ?? HUMAN_EDITOR_ID);
      return pageJson(page);
    }
    const target = isObject(parent) && typeof parent.page_id === "string" ? seen(parent.page_id) : undefined;
    if (!target) return notFound(reply, "page", String(parent?.page_id));
    if (state.isInTrash(page) || state.isInTrash(target)) return refuse(reply, 400, "validation_error", IN_TRASH);
    if (state.isUnder(target, page))
      return refuse(reply, 400, "validation_error", "A page cannot be moved under itself.");
    state.move(page, target);
    state.touch(page, botOf(request)?.id ?? HUMAN_EDITOR_ID);
    return pageJson(page);
  });

  app.get("/v1/blocks/:id/children", async (request, reply) => {
    const holder = seen(idOf(request)) ?? locate(idOf(request))?.block;
    if (!holder) return notFound(reply, "block", idOf(request));
    const { page_size, start_cursor } = request.query as { page_size?: string; start_cursor?: string };
    const size = Number(page_size ?? 100);
    if (!(size >= 1 && size <= 100))
      return refuse(reply, 400, "validation_error", "page_size should be between 1 and 100.");
    const children = holder.children.filter((child) => !("inTrash" in child && child.inTrash));
    const from = start_cursor ? children.findIndex(({ id }) => id === start_cursor) : 0;
    if (from < 0) return refuse(reply, 400, "validation_error", "start_cursor is not valid.");
    const next = children[from + size];
    return {
      object: "list",
      results: children.slice(from, from + size).map((child) => blockJson(child, holder)),
      next_cursor: next?.id ?? null,
      has_more: next !== undefined,
      type: "block",
      block: {},
    };
  });

  app.patch("/v1/blocks/:id/children", async (request, reply) => {
    const found = locate(idOf(request));
    const page = seen(idOf(request)) ?? found?.page;
    const holder = found?.block ?? page;
    if (!page || !holder) return notFound(reply, "block", idOf(request));
    if (state.isInTrash(page)) return refuse(reply, 400, "validation_error", IN_TRASH);
    const { children, after, position } = request.body as { children?: Json[]; after?: string; position?: Json };
    const why = explainInvalidChildren(children);
    if (why) return refuse(reply, 400, "validation_error", `body failed validation: ${why}`);
    // Positions have replaced 'after'. https://developers.notion.com/reference/patch-block-children
    const isOld = String(request.headers["notion-version"]) < "2026-03-11";
    if (isOld ? position !== undefined : after !== undefined)
      return refuse(reply, 400, "validation_error", `body.${isOld ? "position" : "after"} should be not present.`);
    if (position !== undefined && position.type !== "start")
      return refuse(reply, 400, "validation_error", "body.position.type should be `start`.");
    const atEnd = position === undefined ? holder.children.length : 0;
    const at = after === undefined ? atEnd : holder.children.findIndex(({ id }) => id === formatId(after)) + 1;
    if (after !== undefined && at === 0)
      return refuse(reply, 400, "validation_error", "after should be the id of a child of the block.");
    const added = (children ?? []).map((child) => state.newBlock(child, botOf(request)?.id ?? HUMAN_EDITOR_ID));
    holder.children.splice(at, 0, ...added);
    state.touch(page, botOf(request)?.id ?? HUMAN_EDITOR_ID);
    return {
      object: "list",
      results: added.map((child) => blockJson(child, holder)),
      next_cursor: null,
      has_more: false,
      type: "block",
      block: {},
    };
  });

  app.get("/v1/blocks/:id", async (request, reply) => {
    const found = locate(idOf(request));
    return found ? blockJson(found.block, found.parent) : notFound(reply, "block", idOf(request));
  });

  app.patch("/v1/blocks/:id", async (request, reply) => {
    const found = locate(idOf(request));
    if (!found) return notFound(reply, "block", idOf(request));
    const { block, page, parent } = found;
    if (state.isInTrash(page)) return refuse(reply, 400, "validation_error", IN_TRASH);
    const content = (request.body as Json)[block.type];
    const why = isObject(content)
      ? explainInvalidContent(block.type, content, `body.${block.type}`)
      : `body.${block.type} should be defined.`;
    if (why || !isObject(content)) return refuse(reply, 400, "validation_error", `body failed validation: ${why}`);
    if ("children" in content) return refuse(reply, 400, "validation_error", "body.children should be not present.");
    state.rewrite(block, content, botOf(request)?.id ?? HUMAN_EDITOR_ID);
    state.touch(page, botOf(request)?.id ?? HUMAN_EDITOR_ID);
    return blockJson(block, parent);
  });

  app.delete("/v1/blocks/:id", async (request, reply) => {
    const found = locate(idOf(request));
    if (!found) return notFound(reply, "block", idOf(request));
    const { block, page, parent, siblings } = found;
    if (state.isInTrash(page)) return refuse(reply, 400, "validation_error", IN_TRASH);
    siblings.splice(siblings.indexOf(block), 1);
    state.touch(page, botOf(request)?.id ?? HUMAN_EDITOR_ID);
    return { ...blockJson(block, parent), archived: true, in_trash: true };
  });

  const listDatabases = (query: string) => {
    const isFound = ({ title, parentId }: StandInDatabase) =>
      seen(parentId) && title.toLowerCase().includes(query.toLowerCase());
    const results = state.databases.filter(isFound).map(dataSourceJson);
    return { object: "list", results, has_more: false, next_cursor: null };
  };

  commentRoutes(app, state, { botOf, isSeen: (id) => Boolean(locate(id) ?? seen(id)), notFound, refuse });

  function botOf(request: FastifyRequest) {
    const given = /^Bearer (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
    const granted = state.oauth?.find(given);
    return state.bots.find(({ token, id }) => token === given || id === granted?.subject);
  }

  /** Returns a visible page. A page is visible if its topmost parent is shared and nobody withdrew the page itself. */
  function seen(id: string): StandInPage | undefined {
    const page = state.page(id);
    return page && isSeen(page) ? page : undefined;
  }

  function isSeen(page: StandInPage): boolean {
    const above = page.parentId === null ? undefined : state.page(page.parentId);
    return page.isShared && (!above || isSeen(above));
  }

  function locate(id: string) {
    const found = state.locate(id);
    return found && isSeen(found.page) ? found : null;
  }

  function pageJson(page: StandInPage) {
    return {
      object: "page",
      id: page.id,
      created_time: page.createdTime,
      last_edited_time: page.lastEditedTime,
      created_by: { object: "user", id: page.createdBy },
      last_edited_by: { object: "user", id: page.lastEditedBy },
      cover: null,
      icon: null,
      parent: parentJson(page),
      archived: state.isInTrash(page),
      in_trash: state.isInTrash(page),
      is_archived: false,
      is_locked: false,
      properties: {
        // A database has a name of its own for the titles of its rows.
        [page.within && "database" in page.within ? "Name" : "title"]: {
          id: "title",
          type: "title",
          title: page.title === "" ? [] : [toStoredTextRun({ text: { content: page.title } })],
        },
      },
      url: urlOf(page),
      public_url: page.isPublic ? urlOf(page) : null,
    };
  }
}

const IN_TRASH = "Can't edit block that is archived. You must unarchive the block before editing.";

function blockJson(block: StandInBlock, parent: StandInBlock) {
  const content = block.type === "child_page" ? { title: (block as StandInPage).title } : block.content;
  return {
    object: "block",
    id: block.id,
    parent:
      parent.type === "child_page"
        ? { type: "page_id", page_id: parent.id }
        : { type: "block_id", block_id: parent.id },
    created_time: block.createdTime,
    last_edited_time: block.lastEditedTime,
    created_by: { object: "user", id: block.createdBy },
    last_edited_by: { object: "user", id: block.lastEditedBy },
    has_children: block.children.length > 0,
    archived: false,
    in_trash: false,
    type: block.type,
    [block.type]: content,
  };
}

function titleIn(properties: Json | undefined): { text: string } | { why: string } {
  const unknown = Object.keys(properties ?? {}).find((key) => key !== "title");
  if (unknown) return { why: `${unknown} is not a property that exists.` };
  const title = properties?.title;
  const runs = isObject(title) ? title.title : title;
  const why = explainInvalidRichText(runs, "body.properties.title");
  return why
    ? { why: `body failed validation: ${why}` }
    : { text: (runs as { text: { content: string } }[]).map(({ text }) => text.content).join("") };
}

function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

function notFound(reply: FastifyReply, what: string, id: string): FastifyReply {
  return refuse(
    reply,
    404,
    "object_not_found",
    `Could not find ${what} with ID: ${id}. Make sure the relevant pages and databases are shared with your integration.`,
  );
}

function refuse(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  return reply
    .code(status)
    .send({ object: "error", status, code, message, request_id: "00000000-0000-4000-8000-000000000000" });
}
