import { pgTable, primaryKey, text, unique, uuid } from "drizzle-orm/pg-core";
import { workspaces } from "./accounts.ts";
import { id, updatedAt, workspaceId } from "./columns.ts";

/** A workspace's writing style. Without a row the product's own style applies. */
export const writingStyles = pgTable("writing_styles", {
  workspaceId: uuid("workspace_id")
    .primaryKey()
    .references(() => workspaces.id, { onDelete: "cascade" }),
  /** The style guide in people's own words. */
  style: text("style"),
  /** The language of articles, such as 'de' or 'en'; null: the language of the chat. */
  language: text("language"),
  /** Hashes of suggestions that people dismissed. */
  dismissed: text("dismissed").array().notNull().default([]),
  updatedAt: updatedAt(),
});

/** A term of the team with its meaning, for articles. */
export const glossaryTerms = pgTable(
  "glossary_terms",
  {
    workspaceId: workspaceId().references(() => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    term: text("term").notNull(),
    meaning: text("meaning").notNull(),
    neverSay: text("never_say").array().notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.id] }), unique("glossary_terms_once").on(t.workspaceId, t.term)],
);
