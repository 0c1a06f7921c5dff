import { z } from "zod";
import { articleFilters } from "./article-list.ts";
import { doneResponse, type EndpointTable, idParams, requiredText, rowId } from "./endpoint.ts";

/** The part of the library's URL that a view saves: filters and layout. */
const shown = { filters: articleFilters, look: z.enum(["cards", "list"]).nullable() };
const name = requiredText(80).transform((value) => value.trim());

/** Filters of the library that one person saved. */
const savedView = z.object({ id: rowId, name: z.string(), ...shown });
export type SavedView = z.infer<typeof savedView>;

export const savedViewEndpoints = {
  "GET /api/saved-views": {
    summary: "Your saved views of the library, by name",
    access: "session",
    response: z.array(savedView),
  },
  "POST /api/saved-views": {
    summary: "Save a view of the library under a name of your own; at most 30",
    access: "session",
    needs: ["change", "account"],
    body: z.strictObject({ name, ...shown }),
    response: savedView,
  },
  "PATCH /api/saved-views/:id": {
    summary: "Rename one of your saved views",
    access: "session",
    needs: ["change", "account"],
    params: idParams,
    body: z.strictObject({ name }),
    response: savedView,
  },
  "DELETE /api/saved-views/:id": {
    summary: "Remove one of your saved views",
    access: "session",
    needs: ["change", "account"],
    params: idParams,
    response: doneResponse,
  },
} as const satisfies EndpointTable;
