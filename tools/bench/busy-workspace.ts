import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { newId } from "../../server/db/new-id.ts";
import { createToken, hashToken } from "../../server/workspace/accounts/tokens.ts";
import { loadDemoTeam, writeSlackExport } from "../demo/chat.ts";

const EMAIL = "ada@busy.example";

/** Imports the demo's business team as an export into the product at `address`. Resolves when the import is finished. */
export async function importTeam(address: string, cookie: string, dataDir: string): Promise<void> {
  const path = `${dataDir}/export.zip`;
  await writeSlackExport(loadDemoTeam("business", new Date()), path);
  const form = new FormData();
  form.set("file", new Blob([await readFile(path)]), "export.zip");
  const answer = await fetch(`${address}/api/imports`, {
    method: "POST",
    headers: { cookie, origin: address },
    body: form,
  });
  const { id } = (await answer.json()) as { id: string };
  for (;;) {
    const run = (await (await fetch(`${address}/api/runs/${id}`, { headers: { cookie } })).json()) as { state: string };
    if (run.state === "done") return;
    if (run.state === "failed") throw new Error("The import failed.");
    await sleep(250);
  }
}

/** Creates a workspace with one person if the database has none. Returns the cookie of the person's session. */
export async function signIn(pool: pg.Pool): Promise<string> {
  const token = createToken();
  const known = await pool.query<{ workspaceId: string; userId: string }>(
    `select workspace_id as "workspaceId", id as "userId" from users where email = $1`,
    [EMAIL],
  );
  const { workspaceId, userId } = known.rows[0] ?? (await makeWorkspace(pool));
  await pool.query(
    `insert into sessions (token_hash, workspace_id, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [hashToken(token), workspaceId, userId],
  );
  return `sid=${token}`;
}

async function makeWorkspace(pool: pg.Pool) {
  const [workspaceId, userId] = [newId(), newId()];
  await pool.query("insert into workspaces (id, name) values ($1, 'Busy')", [workspaceId]);
  await pool.query(
    `insert into users (workspace_id, id, email, first_name, last_name, company, email_verified_at)
     values ($1, $2, $3, 'Ada', 'Lovelace', 'Busy', now())`,
    [workspaceId, userId, EMAIL],
  );
  return { workspaceId, userId };
}

/** Finds the process that serves requests, which is a child of `npm start`. */
export async function findServerProcess(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, "utf8")).trim();
  return children === "" ? pid : findServerProcess(Number(children.split(" ")[0]));
}
