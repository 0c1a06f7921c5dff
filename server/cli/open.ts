import { createPool, type DatabaseConnection } from "../db/pool.ts";
import { type Env, loadEnv } from "../env.ts";
import { createLogger } from "../log.ts";
import { type OpenDeps, openDatabaseConnection, openDeps } from "../open-deps.ts";
import { prepareDatabase } from "../operations/prepare-database.ts";
import { listFirstWorkspaces, listWorkspacesOfEmail } from "./cli-queries.ts";

export interface CommandSession extends OpenDeps {
  say(sentence: string): void;
}

/** Opens a command's dependencies, runs the command and closes them. Logs go to standard error, results to standard output. */
export async function withDeps<T>(
  dataDir: string | undefined,
  work: (session: CommandSession) => Promise<T>,
  variables: NodeJS.ProcessEnv = process.env,
): Promise<T> {
  const env = readEnv(dataDir, variables);
  const session = { ...(await openDeps(env, createLogger(env, process.stderr))), say: printLine };
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}

/** Opens only the database, with this release's schema, for commands that need no other dependency. */
export async function withDatabase<T>(
  dataDir: string | undefined,
  work: (connection: DatabaseConnection) => Promise<T>,
): Promise<T> {
  const env = readEnv(dataDir);
  const opened = await openDatabaseConnection(env, createLogger(env, process.stderr));
  try {
    const pool = createPool(opened.connection, { max: 2, applicationName: "lorekeep" });
    const { connection } = opened;
    const log = createLogger(env, process.stderr);
    await prepareDatabase({ pool, connection, env, log }).finally(() => pool.end());
    return await work(opened.connection);
  } finally {
    await opened.close();
  }
}

export function readEnv(dataDir: string | undefined, variables: NodeJS.ProcessEnv = process.env): Env {
  return loadEnv({ LOG_LEVEL: "warn", ...variables, ...(dataDir && { DATA_DIR: dataDir }) });
}

export const printLine = (sentence: string) => void process.stderr.write(`${sentence}\n`);

/** Finds the workspace of the person with this address; without an address, the only workspace. */
export async function findWorkspace({ deps }: OpenDeps, email: string | undefined): Promise<string | null> {
  const found = email
    ? await listWorkspacesOfEmail(deps.db, email.trim().toLowerCase())
    : await listFirstWorkspaces(deps.db);
  if (found.length > 1)
    throw new Error("There are several workspaces: name one with --workspace and the address of one of its people.");
  if (found.length === 0 && email) throw new Error(`Nobody here has the address ${email}.`);
  return found[0] ?? null;
}

export async function getWorkspace(session: OpenDeps, email: string | undefined): Promise<string> {
  const id = await findWorkspace(session, email);
  if (!id) throw new Error("There is no workspace yet. Make an account with: npm run lorekeep -- user create");
  return id;
}
