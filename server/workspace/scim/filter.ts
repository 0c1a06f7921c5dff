import { type SQL, sql } from "drizzle-orm";
import { ScimError } from "./scim-error.ts";
import { nameOf } from "./user-resource.ts";

const CLAUSE = /\s*([\w.:$-]+(?:\[[^\]]*\][\w.]*)?)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*(?:and\s|$)/iy;

/** Over `users u` and `provisioned_people p`. Equality, joined by 'and': what providers ask to find one person. */
export function conditionOf(filter: string): SQL {
  const conditions: SQL[] = [];
  CLAUSE.lastIndex = 0;
  while (CLAUSE.lastIndex < filter.length) {
    const [, path = "", literal = ""] = CLAUSE.exec(filter) ?? [];
    const condition = path && equals(nameOf(path), valueOf(literal));
    if (!condition)
      throw new ScimError(
        400,
        "Filters are equalities of userName, externalId, id, emails.value and active, joined by 'and'.",
        "invalidFilter",
      );
    conditions.push(condition);
  }
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}

function equals(name: string, value: unknown): SQL | null {
  if (name === "active") return typeof value === "boolean" ? sql`(u.deactivated_at is null) = ${value}` : null;
  if (typeof value !== "string") return null;
  if (name === "username") return sql`lower(coalesce(p.user_name, u.email)) = lower(${value})`;
  if (name === "emails" || name === "emails.value") return sql`u.email = lower(${value})`;
  if (name === "externalid") return sql`p.external_id = ${value}`;
  return name === "id" ? sql`u.id::text = lower(${value})` : null;
}

function valueOf(literal: string): unknown {
  try {
    return JSON.parse(literal.startsWith('"') ? literal : literal.toLowerCase());
  } catch {
    return undefined;
  }
}
