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

/** The tree of a workspace's categories. A name is unique in it, because articles refer to their category by name. */
export const categories = pgTable(
  "categories",
  {
    workspaceId: workspaceId().references((): AnyPgColumn => workspaces.id, { onDelete: "cascade" }),
    id: id(),
    name: text("name").notNull(),
    parentId: uuid("parent_id"),
    /** The position among categories with the same parent; null sorts behind the others, by name. */
    position: integer("position"),
    /** A person created it: it is shown even while nobody may read an article in it. Otherwise an article brought it along. */
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
