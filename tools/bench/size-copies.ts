import type pg from "pg";

/** Tables whose rows depend on a channel, parents first. Triggers fill derived data (search words, categories). */
const OF_CHANNELS = [
  "channels",
  "channel_audiences",
  "messages",
  "articles",
  "article_audiences",
  "article_sources",
  "article_versions",
  "conversations",
];

/** Tables whose rows depend on an article, whatever channel they name. */
const OF_ARTICLES = ["article_audiences", "article_sources", "article_versions"];

/** Further tables of a copied workspace. */
const OF_WORKSPACES = ["workspaces", "users", "workspace_settings", "review_settings", "categories"];

/** Columns with ids that a copy replaces. Rows of a copied workspace also get a new workspace id. */
const OWN_IDS = ["id", "channel_id", "article_id", "merged_into", "person_id", "user_id", "parent_id"];

export const DATABASE_MEGABYTES = "pg_database_size(current_database()) / 1048576.0";

/** Stores the size of the empty database. */
export async function storeEmptySize(pool: pg.Pool): Promise<void> {
  await pool.query(`create table bench_beginning as select ${DATABASE_MEGABYTES} as megabytes`);
}

/** Stores the channels that exist before the first copy. */
export async function storeOriginalChannels(pool: pg.Pool): Promise<void> {
  await pool.query("create table if not exists bench_originals as select id from channels");
}

/** The number of copies whose messages go into one channel. */
const COPIES_A_CHANNEL = 10;
const TABLES_OF_CHANNELS = ["channels", "channel_audiences"];
/** Columns with the platform's message ids, plain or inside an article's content. */
const OF_MESSAGES = ["external_id", "thread_id", "conversation_key", "key", "message_external_id"];
const MESSAGE_ID = String.raw`"(\d{10}\.\d{6})"`;

/**
 * Makes the copies from number `first` to before number `end`. New ids are derived from the original's id and the copy's
 * number, so that references stay valid.
 */
export async function copyChannels(pool: pg.Pool, { first, end }: { first: number; end: number }): Promise<void> {
  // Copies never go into the original channels, because the next copy would include them.
  const channel = `(n / ${COPIES_A_CHANNEL} + 1)`;
  for (const table of OF_CHANNELS) {
    const isChannel = TABLES_OF_CHANNELS.includes(table);
    await copyRows(pool, table, {
      from: `generate_series(${first}, ${end - 1}) n`,
      where: `${await isOriginal(pool, table)}${isChannel ? ` and (n = 1 or n % ${COPIES_A_CHANNEL} = 0)` : ""}`,
      value: ({ name, type }) => {
        if (name === "channel_id" || (table === "channels" && name === "id")) return copiedId(name, channel);
        if (table === "channels" && ["external_id", "name"].includes(name)) return `t."${name}" || '-' || ${channel}`;
        if (type === "uuid" && OWN_IDS.includes(name)) return copiedId(name, "n");
        if (OF_MESSAGES.includes(name)) return `t."${name}" || '-' || n`;
        if (["summary", "body"].includes(name))
          return `regexp_replace(t."${name}"::text, '${MESSAGE_ID}', '"\\1-' || n || '"', 'g')::jsonb`;
        return `t."${name}"`;
      },
    });
  }
}

/** Copies the whole workspace `count` times. */
export async function copyWorkspaces(pool: pg.Pool, count: number): Promise<void> {
  for (const table of [...OF_WORKSPACES, ...OF_CHANNELS])
    await copyRows(pool, table, {
      from: `generate_series(1, ${count}) n`,
      where: OF_WORKSPACES.includes(table) ? "true" : await isOriginal(pool, table),
      value: ({ name, type }) => {
        const isOwn = name === "workspace_id" || OWN_IDS.includes(name);
        if (type === "uuid" && isOwn) return copiedId(name, "'of ' || n");
        return name === "email" ? "n || '-' || t.email" : `t."${name}"`;
      },
    });
}

interface Column {
  name: string;
  type: string;
}

/** Copies the rows of a table. `value` returns the SQL expression of a column; `t` is the original row. */
async function copyRows(
  pool: pg.Pool,
  table: string,
  { from, where, value }: { from: string; where: string; value: (column: Column) => string },
): Promise<void> {
  const columns = await columnsOf(pool, table);
  const names = columns.map(({ name }) => `"${name}"`).join(", ");
  await runWithoutLimits(
    pool,
    `insert into ${table} (${names}) select ${columns.map(value).join(", ")} from ${table} t, ${from}
     where ${where} on conflict do nothing`,
  );
}

async function isOriginal(pool: pg.Pool, table: string): Promise<string> {
  const isOne = "in (select id from bench_originals)";
  if (table === "channels") return `t.id ${isOne}`;
  if (table === "articles") return `t.channel_id ${isOne}`;
  // An article's audiences and sources may belong to another channel.
  if (OF_ARTICLES.includes(table)) return `t.article_id in (select id from articles where channel_id ${isOne})`;
  return (await columnsOf(pool, table)).some(({ name }) => name === "channel_id") ? `t.channel_id ${isOne}` : "true";
}

async function columnsOf(pool: pg.Pool, table: string): Promise<Column[]> {
  const { rows } = await pool.query<Column>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  return rows;
}

/** SQL for a valid uuid v7 as the product creates them; null stays null. */
const copiedId = (name: string, copy: string) =>
  `overlay(overlay(md5(t."${name}"::text || ${copy}) placing '7' from 13 for 1) placing '8' from 17 for 1)::uuid`;

/** Runs a statement without the limits that requests have. */
export async function runWithoutLimits(pool: pg.Pool, statement: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("set statement_timeout = 0");
    await client.query("set idle_in_transaction_session_timeout = 0");
    await client.query(statement);
  } finally {
    client.release(true);
  }
}
