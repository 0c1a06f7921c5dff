import { constants } from "node:fs";
import { copyFile, mkdir, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "../db/new-id.ts";
import { lockUntilCommit } from "../db/transaction-locks.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { AppError, conflict, invalid } from "../errors.ts";
import { findOpenImport, listFilesOfOpenImports, type RunRow } from "./queries.ts";
import { startRun } from "./start-run.ts";

/** The age after which an unused upload is deleted: longer than any upload takes, so that no running one is deleted. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

interface StoredExport {
  /** The name of the stored file, as `createExportPath` returned it. */
  file: string;
  /** Name of the uploaded file, shown to people. */
  fileName: string;
  requestedBy: string | null;
  /** Whether the messages are only stored now and analyzed later. */
  isAnalyzedLater?: boolean;
}

/** Returns a new file name for an export in the data folder. */
export async function createExportPath({ env }: Pick<Deps, "env">): Promise<{ name: string; path: string }> {
  const folder = join(env.DATA_DIR, "imports");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `${newId()}.zip`;
  return { name, path: join(folder, name) };
}

async function insertImport(deps: Deps, scope: WorkspaceScope, stored: StoredExport): Promise<RunRow> {
  const { file, fileName, requestedBy, isAnalyzedLater } = stored;
  await lockImports(scope);
  await refuseSecondImport(scope);
  const input = { file, fileName, ...(isAnalyzedLater && { isAnalyzedLater: true as const }) };
  return startRun(deps, scope, { kind: "import", input, requestedBy });
}

/** Lets one import of a workspace start at a time, so that one of two simultaneous uploads is refused. */
async function lockImports({ workspaceId, tx }: WorkspaceScope): Promise<void> {
  await lockUntilCommit(tx, `imports ${workspaceId}`);
}

export async function refuseSecondImport(scope: WorkspaceScope): Promise<void> {
  if ((await findOpenImport(scope)) !== null)
    throw conflict("An export is being imported already. Import the next one when it is done.");
}

/** Starts an import of a file on this machine; the run reads a copy. */
export async function importExport(
  deps: Deps,
  workspaceId: string,
  filePath: string,
  { fileName, requestedBy = null }: { fileName: string; requestedBy?: string | null },
): Promise<RunRow> {
  const { name, path } = await createExportPath(deps);
  await copyFile(filePath, path, constants.COPYFILE_FICLONE).catch(async (error: unknown) => {
    await rm(path, { force: true });
    throw explainCopyFailure(error);
  });
  return startImport(deps, workspaceId, path, { file: name, fileName, requestedBy });
}

/** Replaces the error of a full disk by one that explains it to people. */
export function explainCopyFailure(error: unknown): unknown {
  const isFull = ["ENOSPC", "EDQUOT"].includes(String((error as NodeJS.ErrnoException).code));
  return isFull
    ? new AppError("unavailable", "There is no room left on the server's disk. Nothing was stored.")
    : error;
}

/** Takes over the file, which is removed when the run ends. Throws 409, and removes the file, during another import. */
export async function startImport(
  deps: Deps,
  workspaceId: string,
  path: string,
  stored: StoredExport,
): Promise<RunRow> {
  try {
    return await inWorkspace(deps.db, workspaceId, (scope) => insertImport(deps, scope, stored));
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

export async function removeStoredExport({ env }: Pick<Deps, "env">, { input }: RunRow): Promise<void> {
  if (input.file) await rm(join(env.DATA_DIR, "imports", input.file), { force: true });
}

/** Deletes files that no open import needs: left by a kill before the cleanup, or by an upload without a run. */
export async function removeForgottenExports({ db, env }: Pick<Deps, "db" | "env">): Promise<void> {
  const folder = join(env.DATA_DIR, "imports");
  const names = await readdir(folder).catch(() => []);
  if (names.length === 0) return;
  const wanted = new Set(await listFilesOfOpenImports(db));
  for (const name of names.filter((file) => !wanted.has(file))) {
    const found = await stat(join(folder, name)).catch(() => null);
    if (found && Date.now() - found.mtimeMs > FORGOTTEN_AFTER_MS) await rm(join(folder, name), { force: true });
  }
}

export async function getExportPath({ env }: Deps, { input }: RunRow): Promise<string> {
  const path = join(env.DATA_DIR, "imports", input.file ?? "");
  const isThere = input.file !== undefined && (await stat(path).catch(() => null))?.isFile();
  if (!isThere) throw invalid("The uploaded export no longer exists. Upload it again.");
  return path;
}
