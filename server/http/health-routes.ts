import { sql } from "drizzle-orm";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";

const PING_TIMEOUT_MS = 2_000;

/** `live`: the process answers. `ready`: send it visitors; false while it stops or has no database. */
export function healthRoutes(app: FastifyInstance, { db }: Pick<Deps, "db">, isStopping: () => boolean): void {
  app.get("/health/live", async () => ({ live: true }));
  app.get("/health/ready", async (_request, reply) => {
    const ready = !isStopping() && (await answers(() => db.execute(sql`select 1`)));
    return reply.code(ready ? 200 : 503).send({ ready });
  });
}

async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, PING_TIMEOUT_MS, false);
  });
  try {
    return await Promise.race([ask().then(() => true), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
