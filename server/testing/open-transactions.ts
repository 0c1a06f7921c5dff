import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { Engine, EngineFactory } from "../../engine/contract.ts";
import type { Encoder } from "../../engine/encoder/meaning.ts";

const opened = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Follows the transactions of a pool, for `isInTransaction`. */
export function watchTransactions(pool: pg.Pool): void {
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as (...given: unknown[]) => unknown;
    let transaction = { isOpen: false };
    client.query = ((...given: unknown[]) => {
      const [statement] = given;
      const text = typeof statement === "string" ? statement : ((statement as { text?: string } | null)?.text ?? "");
      if (/^\s*begin\b/i.test(text)) opened.enterWith((transaction = { isOpen: true }));
      if (/^\s*(?:commit|rollback)\s*$/i.test(text)) transaction.isOpen = false;
      return query(...given);
    }) as typeof client.query;
  });
}

/** True if the caller is inside an unfinished `inWorkspace`. */
export const isInTransaction = (): boolean => opened.getStore()?.isOpen === true;

/**
 * Wraps an encoder or engine, so that calls within a transaction throw. A long computation there would block rows and a
 * connection.
 */
export function refuseInTransactions<Some extends Encoder | Engine | EngineFactory>(computing: Some): Some {
  return new Proxy(computing, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function") return value;
      const call = (...given: unknown[]) => Reflect.apply(value, target, given);
      if (name === "forWorkspace")
        return async (...given: unknown[]) => refuseInTransactions((await call(...given)) as Engine);
      return (...given: unknown[]) =>
        isInTransaction()
          ? Promise.reject(new Error(`'${String(name)}' is asked inside an open transaction`))
          : call(...given);
    },
  });
}
