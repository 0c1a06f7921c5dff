import { z } from "zod";
import { CODE_CHARACTERS, SECTION_ROLES, TITLE_CHARACTERS } from "../domain/article.ts";
import { CONTENT_TYPES, DIFFICULTIES, PRIORITIES } from "../domain/facets.ts";
import { type EndpointTable, idParams, requiredText, rowId, text } from "./endpoint.ts";

const editedStatement = z.strictObject({
  /** The sentence's key in the version that was edited; null for a new sentence. */
  key: text(60).nullable(),
  /** Keys of the sentences from which this one was joined or split. It then also cites their messages. */
  from: z.array(text(60)).max(50).optional(),
  form: z.enum(["sentence", "code"]),
  text: text(CODE_CHARACTERS),
  language: text(40).nullable(),
});
export type EditedStatement = z.infer<typeof editedStatement>;

const editedArticle = z.strictObject({
  /** The version at which the edit started. */
  version: z.int().min(1),
  /** The edition that was edited. A text that was erased since then is therefore not written again. */
  edition: text(60).optional(),
  title: requiredText(TITLE_CHARACTERS),
  summary: z.array(editedStatement).max(100),
  sections: z
    .array(
      z.strictObject({
        role: z.enum(SECTION_ROLES),
        heading: text(TITLE_CHARACTERS).nullable(),
        layout: z.enum(["prose", "steps", "bullets"]),
        statements: z.array(editedStatement).max(500),
      }),
    )
    .max(100),
  tags: z.array(requiredText(60)).max(30),
  contentType: z.enum(CONTENT_TYPES),
  category: requiredText(100),
  difficulty: z.enum(DIFFICULTIES),
  priority: z.enum(PRIORITIES),
  /** The reason for the change, shown in the history. */
  why: text(200).optional(),
});
export type EditedArticle = z.infer<typeof editedArticle>;

const saved = z.object({
  /** The article's new version, or its present one if the edit changed nothing. */
  version: z.int(),
  /** Secrets that were redacted from the entered text. */
  redacted: z.array(z.object({ what: z.string(), count: z.int() })),
});

export const editingEndpoints = {
  "PUT /api/articles/:id/content": {
    summary: "Edit an article. Refused with 409 when it was changed since the version the edit began with",
    access: "session",
    readableArticle: "id",
    needs: ["change", "articles"],
    params: idParams,
    body: editedArticle,
    response: saved,
  },
  "POST /api/articles/:id/versions/:version/restore": {
    summary: "Restore an earlier version, as a new version",
    access: "session",
    readableArticle: "id",
    needs: ["change", "articles"],
    params: z.strictObject({ id: rowId, version: z.string().regex(/^\d{1,9}$/, "Not a version.") }),
    body: z.strictObject({
      /** The version to replace. */
      from: z.int().min(1),
    }),
    response: saved.pick({ version: true }),
  },
} as const satisfies EndpointTable;
