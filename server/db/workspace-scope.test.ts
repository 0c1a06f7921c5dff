import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildUser } from "../testing/factories.ts";
import { createTestDatabase, type TestDatabase } from "../testing/test-db.ts";
import { createPool, databaseErrorCode } from "./pool.ts";
import { type Database, inWorkspace, openDatabase, readInWorkspace, type WorkspaceScope } from "./workspace-scope.ts";

let database: TestDatabase;
let db: Database;
let workspaceId: string;
beforeAll(async () => {
  // One connection, so that consecutive transactions share it.
  database = await createTestDatabase({ connections: 1 });
  db = openDatabase(database.pool);
  ({ workspaceId } = await buildUser(db));
});
afterAll(() => database.drop());

const countUsers = async ({ tx }: WorkspaceScope) =>
  (await tx.execute<{ count: number }>(sql`select count(*)::int as count from users`)).rows[0]?.count;
const rename = ({ tx }: WorkspaceScope) => tx.execute(sql`update users set first_name = 'Grace'`);

describe("a transaction that only reads", () => {
  it("a read transaction sees only its workspace, also right after one of another workspace on the same connection", async () => {
    const other = await buildUser(db);
    await buildUser(db, { workspaceId: other.workspaceId });
    const counts = await Promise.all([
      readInWorkspace(db, workspaceId, countUsers),
      readInWorkspace(db, other.workspaceId, countUsers),
      readInWorkspace(db, workspaceId, countUsers),
      inWorkspace(db, other.workspaceId, countUsers),
    ]);
    expect(counts).toEqual([1, 2, 1, 2]);
  });

  it("a read transaction refuses every change of a row, and the next transaction on its connection works", async () => {
    const refused = await readInWorkspace(db, workspaceId, rename).catch((error: unknown) => error);
    expect(databaseErrorCode(refused)).toBe("25006");
    expect(await readInWorkspace(db, workspaceId, countUsers)).toBe(1);
  });

  it("a read transaction leaves neither its role nor its workspace to the next statements", async () => {
    const [, left] = await Promise.all([
      readInWorkspace(db, workspaceId, countUsers),
      db.$client.query(
        "select current_setting('role') as role, current_setting('app.workspace_id', true) as workspace",
      ),
    ]);
    expect(left.rows[0]).toEqual({ role: "none", workspace: "" });
  });

  it("a read transaction ends although nobody waits for its end", async () => {
    await readInWorkspace(db, workspaceId, countUsers);
    const other = createPool(database.connection, { max: 1, applicationName: "lorekeep onlooker" });
    try {
      const open =
        "select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'";
      await expect.poll(async () => (await other.query(open)).rowCount).toBe(0);
    } finally {
      await other.end();
    }
  });
});
