import { ScimError } from "./scim-error.ts";
import { normaliseAttributeName } from "./user-resource.ts";

const CLAUSE = /\s*([\w.:$-]+(?:\[[^\]]*\][\w.]*)?)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*(?:and\s|$)/iy;

/** A filter with which an identity provider searches for a person. */
export type EqualityFilter =
  | { attribute: "active"; value: boolean }
  | { attribute: "userName" | "externalId" | "id" | "email"; value: string };

const TEXTS = new Map<string, Exclude<EqualityFilter["attribute"], "active">>([
  ["username", "userName"],
  ["externalid", "externalId"],
  ["id", "id"],
  ["emails", "email"],
  ["emails.value", "email"],
]);

/** Parses equalities joined by 'and'. Throws `ScimError` 400 for anything else. */
export function parseFilter(filter: string): EqualityFilter[] {
  const equalities: EqualityFilter[] = [];
  CLAUSE.lastIndex = 0;
  while (CLAUSE.lastIndex < filter.length) {
    const [, path = "", literal = ""] = CLAUSE.exec(filter) ?? [];
    const equality = path && equalityOf(normaliseAttributeName(path), valueOf(literal));
    if (!equality)
      throw new ScimError(
        400,
        "Filters are equalities of userName, externalId, id, emails.value and active, joined by 'and'.",
        "invalidFilter",
      );
    equalities.push(equality);
  }
  return equalities;
}

function equalityOf(name: string, value: unknown): EqualityFilter | null {
  if (name === "active") return typeof value === "boolean" ? { attribute: name, value } : null;
  const attribute = TEXTS.get(name);
  return attribute && typeof value === "string" ? { attribute, value } : null;
}

function valueOf(literal: string): unknown {
  try {
    return JSON.parse(literal.startsWith('"') ? literal : literal.toLowerCase());
  } catch {
    return undefined;
  }
}
