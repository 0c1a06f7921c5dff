import { z } from "zod";
import { doneResponse, type EndpointTable, idParams, requiredText, rowId } from "./endpoint.ts";

const category = z.object({
  id: rowId,
  name: z.string(),
  /** The parent category; null at the top level. */
  parentId: rowId.nullable(),
  /** The number of the category's articles that the person may read, without subcategories. */
  articles: z.int(),
});
export type Category = z.infer<typeof category>;

const name = requiredText(100).transform((value) => value.trim());

export const categoryEndpoints = {
  "GET /api/categories": {
    summary: "The tree of categories, parents before their children",
    access: "session",
    response: z.array(category),
  },
  "POST /api/categories": {
    summary: "Create a category, at the top or below another one",
    access: "session",
    needs: ["change", "articles"],
    body: z.strictObject({ name, parentId: rowId.nullable() }),
    response: category,
  },
  "PATCH /api/categories/:id": {
    summary: "Rename a category, on its articles too",
    access: "session",
    needs: ["change", "articles"],
    params: idParams,
    body: z.strictObject({ name }),
    response: category,
  },
  "POST /api/categories/:id/move": {
    summary: "Move a category with all below it",
    access: "session",
    needs: ["change", "articles"],
    params: idParams,
    /** `after`: the category with the same parent that comes directly before; null if the category comes first. */
    body: z.strictObject({ parentId: rowId.nullable(), after: rowId.nullable() }),
    response: category,
  },
  "POST /api/categories/:id/merge": {
    summary: "Move all articles and categories of a category into another one, and remove it",
    access: "session",
    needs: ["change", "articles"],
    params: idParams,
    body: z.strictObject({ into: rowId }),
    response: category,
  },
  "DELETE /api/categories/:id": {
    summary: "Remove a category: what is in it moves one level up",
    access: "session",
    needs: ["change", "articles"],
    params: idParams,
    response: doneResponse,
  },
} as const satisfies EndpointTable;
