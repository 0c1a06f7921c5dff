import { NotFound } from "../errors.ts";
import { ARTICLE_FIELDS } from "./shapes.ts";

/** Returns references as sys_ids, and only the fields that we read. */
export const SHOWN_FIELDS = { sysparm_fields: ARTICLE_FIELDS, sysparm_exclude_reference_link: "true" };

export interface TableQuery {
  query: string;
  fields: string;
  limit?: number;
  offset?: number;
}

export function buildTablePath(name: string, { query, fields, limit = 1, offset = 0 }: TableQuery): string {
  const asked = { sysparm_query: query, sysparm_fields: fields, sysparm_exclude_reference_link: "true" };
  return `${name}?${new URLSearchParams({ ...asked, sysparm_limit: String(limit), sysparm_offset: String(offset) })}`;
}

/** Escapes a value of an encoded query: '^' separates conditions, and values that start with 'javascript:' are executed. */
export function escapeLiteral(value: string): string {
  if (/^\s*javascript:/i.test(value)) throw new NotFound("ServiceNow has nothing of this name.");
  return value.replaceAll("^", "^^");
}
