import type { AuditFacts } from "./audit-queries.ts";

/** The part of a JSON schema that declares the type of a field's value. */
interface FieldSchema {
  type?: unknown;
  enum?: unknown;
  const?: unknown;
  format?: unknown;
  properties?: Record<string, unknown>;
  items?: unknown;
  anyOf?: unknown;
}

const MOST_IDS = 500;
/** Matches an id of a row, or of an inbox item: 'conflict.…'. */
const ID = /^(?:[a-z-]{1,20}\.)?[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Finds all distinct ids anywhere in a request. */
export function findIds(said: unknown): string[] {
  const found = new Set<string>();
  const look = (value: unknown, depth: number): void => {
    if (found.size >= MOST_IDS) return;
    if (typeof value === "string" && ID.test(value)) found.add(value);
    else if (typeof value === "object" && value !== null && depth > 0)
      for (const part of Object.values(value)) look(part, depth - 1);
  };
  look(said, 4);
  return [...found];
}

/**
 * Picks the fields of a body that the contract declares as choice, switch, number or id. Text and secrets are never
 * picked.
 */
export function pickPlainFacts(schema: object | null, body: unknown): AuditFacts | null {
  const facts = schema && plain(schema, body, 3);
  return typeof facts === "object" && facts !== null && Object.keys(facts).length > 0 ? (facts as AuditFacts) : null;
}

function plain(schema: object, value: unknown, depth: number): unknown {
  const { type, properties, items, anyOf, ...field } = schema as FieldSchema;
  if (value === undefined || value === null || depth < 0) return undefined;
  if (Array.isArray(anyOf)) {
    const fitting = anyOf.map((one: object) => plain(one, value, depth)).filter((one) => one !== undefined);
    return fitting[0];
  }
  if (Array.isArray(value)) {
    if (!items || typeof items !== "object") return undefined;
    const kept = value.map((one) => plain(items, one, depth - 1)).filter((one) => one !== undefined);
    return kept.length > 0 ? kept.slice(0, MOST_IDS) : undefined;
  }
  if (typeof value === "object") {
    const kept = Object.entries(properties ?? {}).flatMap(([name, one]) => {
      const part = plain(one as object, (value as Record<string, unknown>)[name], depth - 1);
      return part === undefined ? [] : [[name, part] as const];
    });
    return kept.length > 0 ? Object.fromEntries(kept) : undefined;
  }
  if (typeof value === "boolean") return type === "boolean" || "const" in field ? value : undefined;
  if (typeof value === "number") return type === "integer" || type === "number" ? value : undefined;
  const isChoice = Array.isArray(field.enum) ? field.enum.includes(value) : field.const === value;
  return isChoice || (field.format === "uuid" && ID.test(String(value))) ? value : undefined;
}

/** Picks the columns that differ; for a new or deleted row, all columns. */
export function pickChangedFacts(
  before: AuditFacts | null,
  after: AuditFacts | null,
): { before: AuditFacts | null; after: AuditFacts | null } {
  if (!before || !after) return { before, after };
  const changed = Object.keys({ ...before, ...after }).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  if (changed.length === 0) return { before: null, after: null };
  const only = (facts: AuditFacts) => Object.fromEntries(changed.map((name) => [name, facts[name] ?? null]));
  return { before: only(before), after: only(after) };
}
