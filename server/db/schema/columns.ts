import { customType, text, timestamp, uuid } from "drizzle-orm/pg-core";

/** Functions for the columns that most tables have. */
export const id = () => uuid("id").notNull();
export const workspaceId = () => uuid("workspace_id").notNull();
export const timestamptz = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
export const createdAt = () => timestamptz("created_at").notNull().defaultNow();
export const updatedAt = () => timestamptz("updated_at").notNull().defaultNow();
export const bytea = customType<{ data: Buffer }>({ dataType: () => "bytea" });
export const tsvector = customType<{ data: string }>({ dataType: () => "tsvector" });

/** The reason, for a person, why an integration does not work at the moment. */
export const trouble = () => text("trouble");
