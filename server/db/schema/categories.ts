import {
  type AnyPgColumn,
  boolean,
  foreignKey,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { workspaces } from "./accounts.ts";
import { createdAt, id, workspaceId } from "./columns.ts";

/** The category tree of a workspace. Names are unique, because articles refer to their category by name. */
export const categories = pgTable(
  "categories",
  {
    workspaceId: workspaceId().references((): AnyPgColumn => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    name: text("name").notNull(),
    parentId: uuid("parent_id"),
    /** The position among categories with the same parent. Null sorts last, by name. */
    position: integer("position"),
    /** A person created the category, so it is shown even without a readable article. Otherwise an article created it. */
    madeByPerson: boolean("made_by_person").notNull().default(false),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.workspaceId, t.id] }),
    unique("categories_name").on(t.workspaceId, t.name),
    foreignKey({
      columns: [t.workspaceId, t.parentId],
      foreignColumns: [t.workspaceId, t.id],
      name: "categories_parent",
    }),
  ],
);
