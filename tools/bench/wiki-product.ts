import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { freePorts } from "../../scripts/free-ports.mjs";
import { findLayout, removeDataFolder } from "../../server/db/embedded/layout.ts";
import { getProductConnection } from "../../server/db/embedded/reach-server.ts";
import { createPool } from "../../server/db/pool.ts";
import { openDatabase } from "../../server/db/workspace-scope.ts";
import { buildUser } from "../../server/testing/factories.ts";
import { createAccount } from "../../server/workspace/accounts/create-account.ts";
import { hashPassword } from "../../server/workspace/accounts/passwords.ts";
import type { Integration } from "../../shared/contract/integrations.ts";
import { submitConsent } from "../stand-ins/oauth.ts";
import { Processes } from "./kills-processes.ts";
import { RetryingVisitor } from "./kills-visitor.ts";
import { type BenchPlatform, PUBLIC_URL } from "./platforms/platform.ts";

const ACCOUNT = {
  firstName: "Wanda",
  lastName: "Wiki",
  email: "wanda@bench.example",
  company: "Larkmoor Supply",
  password: "lorekeep-bench",
};

export interface Product {
  processes: Processes;
  visitor: RetryingVisitor;
  pool: pg.Pool;
}

/** A member of the workspace who connected an account of their own on each platform that has one. */
export async function addPersonWithAccounts(product: Product, platforms: BenchPlatform[]): Promise<RetryingVisitor> {
  const { processes, pool } = product;
  const { rows } = await pool.query<{ id: string }>("select id from workspaces");
  const email = "otto@bench.example";
  await buildUser(openDatabase(pool), {
    workspaceId: rows[0]?.id ?? "",
    email,
    membership: "editor",
    firstName: "Otto",
    lastName: "Own",
    passwordHash: await hashPassword(ACCOUNT.password),
  });
  const person = new RetryingVisitor(processes.addresses);
  await person.signIn(email, ACCOUNT.password);
  for (const { ownAccount } of platforms) {
    if (!ownAccount) continue;
    const { platform, subject } = ownAccount;
    const begun = await person.call<{ url: string }>("POST", "/api/own-accounts", { platform, from: "settings" });
    const back = await submitConsent(begun.url, { subject });
    const led = await person.follow(back.pathname + back.search);
    if (!led.includes("outcome=own-connected"))
      throw new Error(`The account at ${platform} was not connected: ${led}.`);
  }
  return person;
}

/** Runs `work` with two web and two worker processes that are connected to these platforms. */
export async function withProduct<T>(
  platforms: Pick<BenchPlatform, "standIn" | "environment">[],
  environment: Record<string, string>,
  work: (product: Product) => Promise<T>,
): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-wiki-"));
  const processes = new Processes(await freePorts(2), {
    DATA_DIR: dataDir,
    DATABASE_URL: "",
    LLM_PROVIDER: "",
    LOG_LEVEL: "fatal",
    PUBLIC_URL,
    ...Object.assign({}, ...platforms.map((platform) => platform.environment)),
    EGRESS_ALLOW: platforms.map(({ standIn }) => new URL(standIn.url).host).join(","),
    ...environment,
  });
  const layout = await findLayout(dataDir, () => undefined);
  const pool = createPool(getProductConnection(layout), { max: 4, applicationName: "lorekeep bench" });
  // Counting waits as long as a busy database needs.
  pool.on("connect", (client) => void client.query("set statement_timeout = 0"));
  try {
    await processes.untilReady();
    await createAccount({ db: openDatabase(pool) }, { ...ACCOUNT, verified: true });
    const visitor = new RetryingVisitor(processes.addresses);
    await visitor.signIn(ACCOUNT.email, ACCOUNT.password);
    const result = await work({ processes, visitor, pool });
    await processes.stop();
    if (processes.deaths.length > 0)
      throw new Error(["Processes ended by themselves.", ...processes.deaths].join("\n"));
    return result;
  } finally {
    await pool.end();
    await processes.stop();
    await removeDataFolder(dataDir);
  }
}

/** Has the pages of a platform read for everybody; returns the integration's id. */
export async function startReadingWiki({ visitor }: Product, { integration }: BenchPlatform): Promise<string> {
  const { id } = await visitor.call<Integration>("POST", "/api/integrations", integration);
  await visitor.call("PUT", `/api/wikis/${id}`, { isOn: true, readers: "everybody", places: [] });
  return id;
}

/** Counts rows; `sql` selects a number named `n`. */
export async function countOf(pool: pg.Pool, sql: string, values: unknown[] = []): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(sql, values);
  return rows[0]?.n ?? 0;
}

/** Waits until `check` is true; throws when nothing of `progress` changed for so long. */
export async function waitUntilDone(
  check: () => Promise<boolean>,
  progress: () => Promise<unknown>,
  patienceMs: number,
): Promise<void> {
  let [before, since] = ["", Date.now()];
  while (!(await check())) {
    const now = JSON.stringify(await progress());
    if (now !== before) [before, since] = [now, Date.now()];
    if (Date.now() - since > patienceMs) throw new Error(`The work does not go on: ${now}.`);
    await sleep(500);
  }
}
