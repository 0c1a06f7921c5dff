import pg from "pg";

/** The number of uses after which a statement is prepared. */
const OFTEN = 5;
/**
 * The largest number of prepared statements: each PostgreSQL connection stores every prepared statement with its plan, in some
 * tens of kilobytes.
 */
const MOST_PREPARED = 300;
/** The longest statement whose uses are counted, in characters. Longer statements insert many rows and rarely repeat. */
const MOST_COUNTED = 2_000;
const MOST_CHARACTERS = 10_000;
const CAN_BE_PREPARED = /^\s*(select|with|insert|update|delete)\b/i;
/** The SQLSTATE for a prepared statement whose columns were changed by a migration. */
const FEATURE_NOT_SUPPORTED = "0A000";

interface PreparedStatements {
  /** Returns null if the statement should not be prepared. */
  nameOf(text: string): string | null;
  /** Uses new names from now on, so that every statement is prepared again. */
  forget(): void;
}

/**
 * Gives frequent statements a name, the same on all connections. PostgreSQL then parses and plans them once per
 * connection, which takes most of the time of a short query under row-level security (`npm run bench -- requests`).
 */
export function createPreparedStatements(): PreparedStatements {
  const uses = new Map<string, number>();
  const names = new Map<string, string>();
  let made = 0;
  return {
    nameOf(text) {
      const known = names.get(text);
      if (known) return known;
      if (names.size >= MOST_PREPARED || text.length > MOST_CHARACTERS || !CAN_BE_PREPARED.test(text)) return null;
      const count = (uses.get(text) ?? 0) + 1;
      // Moves the statement to the end of the Map, which keeps insertion order. The least recently used statement is first.
      uses.delete(text);
      if (count < OFTEN) {
        uses.set(text, count);
        if (uses.size > MOST_COUNTED) uses.delete(uses.keys().next().value ?? "");
        return null;
      }
      made += 1;
      names.set(text, `often_${made}`);
      return `often_${made}`;
    },
    forget() {
      names.clear();
      uses.clear();
    },
  };
}

/**
 * Sends all queries that a connection receives in one turn of the event loop in one packet, because a packet costs more than a
 * short statement. Used by pools with `pipeline`.
 */
export class BatchingClient extends pg.Client {
  #isGathering = false;

  override query(...args: unknown[]): never {
    const { stream } = this.connection;
    if (!this.#isGathering) {
      this.#isGathering = true;
      stream.cork();
      setImmediate(() => {
        this.#isGathering = false;
        stream.uncork();
      });
    }
    return Reflect.apply(super.query, this, args) as never;
  }
}

/** A class for the connections of one pool: `new pg.Pool({ Client: createPreparingClient() })`. */
export function createPreparingClient(statements = createPreparedStatements()): typeof pg.Client {
  const isStale = (error: unknown) => error instanceof pg.DatabaseError && error.code === FEATURE_NOT_SUPPORTED;
  return class PreparingClient extends BatchingClient {
    override query(...args: unknown[]): never {
      const [config, values, callback] = args;
      const text = textOf(config);
      const name = text !== null && Array.isArray(values) ? statements.nameOf(text) : null;
      if (!name) return Reflect.apply(super.query, this, args) as never;
      const named = { ...(typeof config === "object" ? config : { text }), name };
      // The pool passes a callback; transactions do not.
      if (typeof callback === "function")
        return Reflect.apply(super.query, this, [
          named,
          values,
          (error: unknown, result: unknown) => {
            if (isStale(error)) statements.forget();
            callback(error, result);
          },
        ]) as never;
      const answer = Reflect.apply(super.query, this, [named, values]) as unknown as Promise<unknown>;
      answer.catch((error: unknown) => {
        if (isStale(error)) statements.forget();
      });
      return answer as never;
    }
  };
}

/** Returns null for a query that already has a name or reads its rows itself. */
function textOf(config: unknown): string | null {
  if (typeof config === "string") return config;
  const isPlain =
    typeof config === "object" &&
    config !== null &&
    "text" in config &&
    !("submit" in config) &&
    !("name" in config && config.name);
  return isPlain && typeof config.text === "string" ? config.text : null;
}
