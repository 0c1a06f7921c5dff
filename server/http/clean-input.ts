import type { FastifyInstance } from "fastify";
import { invalid } from "../errors.ts";

const MAX_DEPTH = 32;

/**
 * Refuses values and keys with characters that PostgreSQL cannot store: NUL and lone surrogates. Also refuses structures with
 * more than 32 levels.
 */
export function refuseUnstorableInput(app: FastifyInstance): void {
  app.addHook("preValidation", ({ body, query, params }, _reply, done) => {
    for (const value of [params, query, body]) if (typeof value === "object") inspect(value, 0);
    done();
  });
}

function inspect(value: unknown, depth: number): void {
  if (typeof value === "string") refuseUnstorable(value);
  if (typeof value !== "object" || value === null) return;
  if (depth >= MAX_DEPTH) throw invalid(`The data is nested more than ${MAX_DEPTH} levels deep.`);
  for (const [key, child] of Object.entries(value)) {
    refuseUnstorable(key);
    inspect(child, depth + 1);
  }
}

function refuseUnstorable(text: string): void {
  if (!text.isWellFormed() || text.includes("\0"))
    throw invalid("The data contains a character that cannot be stored.");
}
