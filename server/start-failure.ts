import { BRAND } from "../shared/domain/brand.ts";
import { databaseErrorCode, safeDatabaseError } from "./db/pool.ts";
import type { Env } from "./env.ts";

/** The milliseconds within which the program on our port has to identify itself. */
const IDENTIFY_MS = 2_000;

/**
 * Explains to the operator why the start failed and what to do, in a sentence without stack, SQL statement or value.
 */
export async function explainStartFailure(error: unknown, env: Env | null): Promise<string> {
  if (!(error instanceof Error)) return "The start failed for an unknown reason.";
  const { code, syscall, hostname } = error as NodeJS.ErrnoException & { hostname?: string };
  if (syscall === "listen" || (syscall === "getaddrinfo" && hostname === env?.HOST))
    return explainListen(code ?? "", env);
  if (isDiskFull(error))
    return `The disk is full: there is no room left for ${env?.DATA_DIR ?? "the data folder"}. Make room and try again; what was stored is kept.`;
  if (code?.startsWith("ERR_PARSE_ARGS")) return `${error.message.split(". ")[0]?.replace(/\.$/, "")}.`;
  if (syscall === "mkdir" || (env && String((error as NodeJS.ErrnoException).path).startsWith(env.DATA_DIR)))
    return `The data folder ${env?.DATA_DIR} cannot be used (${code}). Give Lorekeep the right to write there, or set DATA_DIR to another folder.`;
  return explainDatabase(error);
}

const DISK_FULL = "53100";

function isDiskFull(error: Error): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === "ENOSPC" || code === "EDQUOT" || databaseErrorCode(error) === DISK_FULL;
}

async function explainListen(code: string, env: Env | null): Promise<string> {
  const place = `Port ${env?.PORT} of ${env?.HOST}`;
  if (code === "EADDRINUSE" && env && (await isOurs(env)))
    return `${BRAND} runs already: it has port ${env.PORT} of ${env.HOST}. Stop that one first, or set PORT to another number.`;
  if (code === "EADDRINUSE") return `${place} is in use by another program. End it, or set PORT to another number.`;
  if (code === "EACCES") return `${place} is reserved for the administrator. Set PORT to a number above 1023.`;
  return `${env?.HOST} is no address of this machine (${code}). Set HOST to 127.0.0.1, or to 0.0.0.0 for every network.`;
}

/** True if another process of this product answers on the port. Uses an ordinary fetch, because the URL is our own. */
async function isOurs({ HOST, PORT }: Env): Promise<boolean> {
  const host = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[HOST] ?? (HOST.includes(":") ? `[${HOST}]` : HOST);
  try {
    const answer = await fetch(`http://${host}:${PORT}/health/live`, {
      redirect: "error",
      signal: AbortSignal.timeout(IDENTIFY_MS),
    });
    return ((await answer.json()) as { product?: unknown } | null)?.product === BRAND;
  } catch {
    return false;
  }
}

function explainDatabase(error: Error): string {
  const code = databaseErrorCode(error);
  if (code?.startsWith("28")) return "The database refuses the user or the password of DATABASE_URL.";
  if (code === "3D000") return "The database that DATABASE_URL names does not exist. Create it, then try again.";
  const safe = safeDatabaseError(error);
  const isDatabases = safe !== error;
  return isDatabases ? `${safe.message} Check that it runs and that DATABASE_URL is right.` : safe.message;
}
