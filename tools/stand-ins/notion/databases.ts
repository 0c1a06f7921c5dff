import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { formatId, type NotionState, type StandInDatabase, type StandInPage, toStoredTextRun } from "./state.ts";

interface Doors {
  isSeen: (pageId: string) => boolean;
  notFound: (reply: FastifyReply, what: string, id: string) => FastifyReply;
  refuse: (reply: FastifyReply, status: number, code: string, message: string) => FastifyReply;
}

/** Reads databases and their data sources. https://developers.notion.com/reference/database */
export function databaseRoutes(app: FastifyInstance, state: NotionState, { isSeen, notFound, refuse }: Doors): void {
  const idOf = (request: FastifyRequest) => (request.params as { id: string }).id;

  app.get("/v1/databases/:id", async (request, reply) => {
    const id = idOf(request);
    const found = findDatabase(state, id);
    if (found && isSeen(found.parentId)) return databaseJson(found);
    if (!state.page(id)) return notFound(reply, "database", id);
    return refuse(reply, 400, "validation_error", "The ID is of a page, not a database. Use the pages API instead.");
  });

  app.get("/v1/data_sources/:id", async (request, reply) => {
    const found = state.databases.find(({ dataSourceId }) => dataSourceId === formatId(idOf(request)));
    return found && isSeen(found.parentId) ? dataSourceJson(found) : notFound(reply, "data source", idOf(request));
  });
}

export const findDatabase = (state: NotionState, id: string): StandInDatabase | undefined =>
  state.databases.find((one) => one.id === formatId(id));

const titleJson = ({ title }: StandInDatabase) => [toStoredTextRun({ text: { content: title } })];

const databaseJson = (database: StandInDatabase) => ({
  object: "database",
  id: database.id,
  title: titleJson(database),
  parent: { type: "page_id", page_id: database.parentId },
  in_trash: false,
  archived: false,
  data_sources: [{ id: database.dataSourceId, name: database.title }],
});

export const dataSourceJson = (database: StandInDatabase) => ({
  object: "data_source",
  id: database.dataSourceId,
  title: titleJson(database),
  parent: { type: "database_id", database_id: database.id },
  database_parent: { type: "page_id", page_id: database.parentId },
  in_trash: false,
  archived: false,
  properties: {},
});

/** https://developers.notion.com/reference/parent-object */
export function parentJson({ within, parentId }: StandInPage) {
  if (within && "blockId" in within) return { type: "block_id", block_id: within.blockId };
  if (within) {
    const { id, dataSourceId } = within.database;
    return { type: "data_source_id", data_source_id: dataSourceId, database_id: id };
  }
  return parentId === null ? { type: "workspace", workspace: true } : { type: "page_id", page_id: parentId };
}
