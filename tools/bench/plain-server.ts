import { createServer } from "node:http";
import pg from "pg";

/**
 * A minimal server for a signed-in request, written by hand. It finds the session by its key, and makes one query of 20 rows
 * under row-level security in its own transaction. `requests.ts` compares the product with this server.
 */
const pool = new pg.Pool({ ...(JSON.parse(process.env["CONNECTION"] ?? "{}") as pg.PoolConfig), max: 10 });

const server = createServer(async (request, answer) => {
  const body = await recentArticles(/sid=([^;]+)/.exec(request.headers.cookie ?? "")?.[1] ?? "");
  answer.setHeader("content-type", "application/json").end(JSON.stringify(body));
});
server.listen(Number(process.env["PORT"]), "127.0.0.1");

async function recentArticles(token: string): Promise<unknown> {
  const { rows } = await pool.query<{ id: string }>(
    `select workspace_id as id from sessions where token_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex') and expires_at > now()`,
    [token],
  );
  const client = await pool.connect();
  try {
    await client.query("begin");
    await client.query("select set_config('role', 'lorekeep_app', true), set_config('app.workspace_id', $1, true)", [
      rows[0]?.id ?? "",
    ]);
    const found = await client.query(
      "select id, title, summary_text, created_at from articles order by updated_at desc limit 20",
    );
    await client.query("commit");
    return found.rows;
  } finally {
    client.release();
  }
}
