import { Column, is, SQL } from "drizzle-orm";
import { NodePgSession, NodePgTransaction } from "drizzle-orm/node-postgres";
import { PgDialect } from "drizzle-orm/pg-core";
import { noopDecoder, noopEncoder, Param, Placeholder } from "drizzle-orm/sql/sql";
import pg from "pg";
import type { Transaction, WorkspaceScope } from "./workspace-scope.ts";

type Query = SQL | { prepare(name: string): unknown; readonly _: { readonly result: unknown[] } };
type RowOf<Built> =
  Built extends SQL<infer Row> ? Row : Built extends { readonly _: { readonly result: (infer Row)[] } } ? Row : never;

/**
 * Builds a frequent query once, because building a query with drizzle for each request took a quarter of the web process's
 * time. `build` gets a placeholder for each value. `build` may put values into SQL but must not branch on them, so cases with
 * different SQL are separate statements. Workspace and reader come from the scope of each call.
 */
export function prepareStatement<Scope extends WorkspaceScope, Values extends object, Built extends Query>(
  build: (scope: Scope, values: Values) => Built,
): (scope: Scope, ...values: keyof Values extends never ? [] : [Values]) => Promise<RowOf<Built>[]> {
  let built: BuiltStatement | undefined;
  return async (scope, ...[values]) => {
    built ??= buildStatement((placeholders) => build(PLACEHOLDER_SCOPE as never, placeholders as never));
    const { query, parameters, mapRow } = built;
    const { workspaceId, reader } = scope as { workspaceId: string; reader?: string | null };
    const given = { workspaceId, reader, ...values };
    const { rows } = await connectionOf(scope.tx).query(
      query,
      parameters.map((valueOf) => valueOf(given)),
    );
    return (mapRow ? rows.map(mapRow) : rows) as RowOf<Built>[];
  };
}

/** drizzle stores the connection in a field that only TypeScript makes private. */
const connectionOf = (tx: Transaction) => (tx._.session as unknown as { client: pg.PoolClient }).client;

type StatementValues = Record<string, unknown>;

interface BuiltStatement {
  query: pg.QueryConfig;
  parameters: ((given: StatementValues) => unknown)[];
  /** Null if rows are returned as the database sent them. */
  mapRow: ((row: unknown[]) => unknown) | null;
}

const dialect = new PgDialect();
// A session without a connection, which can build queries but not run them.
const session = new NodePgSession(undefined as never, dialect, undefined);
const PLACEHOLDER_SCOPE = {
  workspaceId: new Placeholder("workspaceId"),
  reader: new Placeholder("reader"),
  tx: new NodePgTransaction(dialect, session, undefined) as Transaction,
};
const PLACEHOLDERS = new Proxy(
  {},
  {
    get: (_, name) => new Placeholder(String(name)),
    ownKeys: () => {
      throw new Error("A statement names each of its values; a copy of all of them would be empty.");
    },
  },
);

/** Fields of drizzle's prepared query that only TypeScript makes private. */
interface PreparedByDrizzle {
  params: unknown[];
  fields?: Field[];
  rawQueryConfig: pg.QueryConfig;
  queryConfig: pg.QueryConfig;
}

interface Field {
  path: string[];
  field: Column | SQL | SQL.Aliased;
}

function buildStatement(build: (placeholders: object) => Query): BuiltStatement {
  const query = build(PLACEHOLDERS);
  const prepared = (is(query, SQL)
    ? session.prepareQuery(dialect.sqlToQuery(query), undefined, undefined, false)
    : query.prepare("")) as unknown as PreparedByDrizzle;
  const { fields, rawQueryConfig, queryConfig } = prepared;
  const { name: _, ...config } = fields ? queryConfig : rawQueryConfig;
  const { text, sent } = withEachValueOnce(config.text, prepared.params);
  return {
    query: { ...config, text },
    parameters: sent.map(parameter),
    mapRow: fields ? rowMapper(fields) : null,
  };
}

/**
 * drizzle makes a parameter of each mention of a value. This function sends each placeholder once, however often the SQL names
 * it. Constants become part of the SQL text, so that PostgreSQL plans with their values.
 */
function withEachValueOnce(text: string, values: unknown[]): { text: string; sent: unknown[] } {
  const sent: unknown[] = [];
  const numbers = new Map<string, number>();
  let mentions = 0;
  const shorter = text.replaceAll(/\$(\d+)/g, (_, number) => {
    mentions += 1;
    const value = values[Number(number) - 1];
    if (isConstant(value)) return pg.escapeLiteral(String(value));
    const key = keyOf(value) ?? `its own ${number}`;
    const known = numbers.get(key) ?? sent.push(value);
    numbers.set(key, known);
    return `$${known}`;
  });
  if (mentions !== values.length) throw new Error("A statement has a text that looks like a parameter.");
  return { text: shorter, sent };
}

const isConstant = (value: unknown): value is string | number | boolean =>
  ["string", "number", "boolean"].includes(typeof value);

/** The placeholder's name, if its value is sent unchanged; null for values that a column encodes. */
function keyOf(value: unknown): string | null {
  if (is(value, Placeholder)) return value.name;
  if (!is(value, Param) || !is(value.value, Placeholder)) return null;
  return isPlain(value.encoder) ? value.value.name : null;
}

const isPlain = ({ mapToDriverValue }: Param["encoder"]) =>
  mapToDriverValue === noopEncoder.mapToDriverValue || mapToDriverValue === Column.prototype.mapToDriverValue;

function parameter(value: unknown): (given: StatementValues) => unknown {
  if (is(value, Placeholder)) return valueOf(value.name);
  if (!is(value, Param) || !is(value.value, Placeholder)) return () => value;
  const { encoder } = value;
  const ofPlaceholder = valueOf(value.value.name);
  return (given) => encoder.mapToDriverValue(ofPlaceholder(given));
}

const valueOf = (name: string) => (given: StatementValues) => {
  if (given[name] === undefined) throw new Error(`The statement has no value for ${name}.`);
  return given[name];
};

function rowMapper(fields: Field[]) {
  const columns = fields.map(({ path: [name = "", ...nested], field }) => {
    if (nested.length > 0) throw new Error(`A statement answers flat rows, and ${name} has parts.`);
    return { name, decode: decoderOf(field) };
  });
  return (row: unknown[]) => {
    const mapped: Record<string, unknown> = {};
    columns.forEach(({ name, decode }, index) => {
      const value = row[index];
      mapped[name] = value === null || !decode ? value : decode(value);
    });
    return mapped;
  };
}

/** Returns null when the driver's value needs no decoding. */
function decoderOf(field: Field["field"]): ((value: unknown) => unknown) | null {
  const { decoder } = (is(field, SQL) ? field : is(field, Column) ? { decoder: field } : field.sql) as unknown as {
    decoder: { mapFromDriverValue(value: unknown): unknown };
  };
  const isAsSent =
    decoder === noopDecoder || decoder.mapFromDriverValue === (Column.prototype as typeof decoder).mapFromDriverValue;
  return isAsSent ? null : (value) => decoder.mapFromDriverValue(value);
}
