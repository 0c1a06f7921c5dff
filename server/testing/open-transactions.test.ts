import { afterAll, beforeAll, expect, it } from "vitest";
import type { Encoder } from "../../engine/encoder/meaning.ts";
import { type Database, inWorkspace, openDatabase, readInWorkspace } from "../db/workspace-scope.ts";
import { buildWorkspace } from "./factories.ts";
import { refuseInTransactions, watchTransactions } from "./open-transactions.ts";
import { createTestDatabase, type TestDatabase } from "./test-db.ts";

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  watchTransactions(database.pool);
  db = openDatabase(database.pool);
});
afterAll(() => database.drop());

const encoder = refuseInTransactions<Encoder>({ encode: async (texts) => texts.map(() => undefined) });

it.each([inWorkspace, readInWorkspace])(
  "What computes is refused inside of %o, and answers before, after and beside it",
  async (open) => {
    const { id } = await buildWorkspace(db);
    const inside = open(db, id, async ({ tx }) => {
      await tx.execute("select 1");
      return encoder.encode(["a"]);
    });
    await expect(inside).rejects.toThrow("'encode' is asked inside an open transaction");
    let beside: Promise<unknown> = Promise.resolve();
    const asks = new Promise<void>((resolve) => {
      beside = encoder.encode(["b"]).finally(resolve);
    });
    await open(db, id, () => asks);
    expect(await beside).toEqual([undefined]);
    expect(await encoder.encode(["c"])).toEqual([undefined]);
  },
);
