import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";
import { BRAND } from "../../../shared/domain/brand.ts";
import { toFileName } from "../../../shared/domain/file-name.ts";
import { inWorkspaceAs, type ReaderScope } from "../../db/audience.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { Viewer } from "../../http/routes.ts";
import { getArticle, listArticles, renderMarkdown } from "../../library/articles/index.ts";
import { type ExportedRow, listRowsAfter } from "./export-queries.ts";
import { EXPORTED_TABLES, type ExportedTable } from "./exported-table-queries.ts";
import { getUser, readWorkspace } from "./queries.ts";
import { listSessions } from "./session-queries.ts";
import { viewUser } from "./views.ts";

/** The number of rows read per transaction, so that a slow download holds no connection. */
const BATCH = 1_000;

/**
 * Exports everything stored about the person, and everything of the workspace that the person may read. The ZIP file is
 * streamed while rows are read.
 */
export async function exportData(
  deps: Deps,
  viewer: Viewer & { sessionHash: string | null },
  onError: (error: unknown) => void,
): Promise<Readable> {
  const read = <T>(work: (scope: ReaderScope) => Promise<T>) => inWorkspaceAs(deps.db, viewer, work);
  const { account, workspace, articles } = await read(async (scope) => ({
    account: await accountOf(deps, scope, viewer),
    workspace: await readWorkspace(scope),
    articles: await listArticles(scope),
  }));

  const zip = new yazl.ZipFile();
  const out = new PassThrough();
  const fail = (error: unknown) => {
    onError(error);
    out.destroy(error as Error);
  };
  const add = (path: string, parts: () => AsyncIterable<string>) =>
    zip.addReadStreamLazy(path, {}, (give) =>
      give(null, Readable.from(parts(), { objectMode: false }).on("error", fail)),
    );

  zip.addBuffer(Buffer.from(README), "README.txt");
  zip.addBuffer(Buffer.from(json(account)), "account.json");
  zip.addBuffer(Buffer.from(json(workspace)), "workspace.json");
  for (const [name, exported] of Object.entries(EXPORTED_TABLES))
    add(`workspace/${name}.json`, () => rowsAsJson(read, exported));
  // A part of the id makes file names unique and avoids reserved names.
  for (const { id, title } of articles)
    add(`articles/${toFileName(title)}-${id.slice(-8)}.md`, async function* () {
      yield await read(async (scope) => renderMarkdown(deps.connectors, scope, await getArticle(scope, id)));
    });
  zip.end();
  pipeline(zip.outputStream, out).catch(onError);
  return out;
}

async function accountOf(
  { db }: Pick<Deps, "db">,
  scope: WorkspaceScope,
  viewer: Viewer & { sessionHash: string | null },
) {
  const user = await getUser(scope, viewer.userId);
  return {
    ...viewUser(user),
    company: user.company,
    jobTitle: user.jobTitle,
    emailVerifiedAt: user.emailVerifiedAt,
    sessions: await listSessions(db, viewer),
  };
}

type ReadInScope = <T>(work: (scope: ReaderScope) => Promise<T>) => Promise<T>;

/** Writes rows as a JSON array with one row on each line. */
async function* rowsAsJson(read: ReadInScope, exported: ExportedTable): AsyncGenerator<string> {
  let isFirst = true;
  let after: string[] | null = null;
  yield "[";
  for (;;) {
    const rows: ExportedRow[] = await read((scope) => listRowsAfter(scope, exported, { after, limit: BATCH }));
    const lines = rows.map(({ row }) => JSON.stringify(row)).join(",\n");
    if (lines !== "") yield `${isFirst ? "\n" : ",\n"}${lines}`;
    isFirst = false;
    after = rows.at(-1)?.key ?? null;
    if (rows.length < BATCH) break;
  }
  yield "\n]\n";
}

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

const README = `Your data at ${BRAND}

account.json    you: name, address, role, sessions
workspace.json  the workspace and its plan
workspace/      everything in the workspace, a file for each kind, one row on a line:
                people, settings, platforms (without their tokens), channels, messages,
                conversations, articles with their versions and sources, publications,
                decisions, runs, activity, calls to a language model
articles/       the articles once more, as Markdown for people

Passwords, tokens and keys are in none of these files. Times are in UTC.
`;
