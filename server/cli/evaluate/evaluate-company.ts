import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readExportInWorker } from "../../../connectors/exports.ts";
import { removeDataFolder } from "../../db/embedded/layout.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { getArticle, renderMarkdown } from "../../library/articles/index.ts";
import { countConversations, countMessages, listModelSpending, listWorkspacesOfEmail } from "../cli-queries.ts";
import { IMPORT_EMAIL, importIntoWorkspace, refuseUnreadable } from "../commands.ts";
import { readDump } from "../dump.ts";
import { type CommandSession, findWorkspace, printLine, withDeps } from "../open.ts";
import { type CompanyFigures, computeFigures, formatFigures } from "./figures.ts";
import { readGold } from "./gold.ts";
import { type LibraryMeasurement, measureLibrary } from "./measure.ts";
import { type MessagesByChannel, type ReaderArticle, writeReaderSheets } from "./readers.ts";

export interface EvaluateOptions {
  chat: string;
  gold: string;
  engine: string;
  out?: string | undefined;
  dataDir?: string | undefined;
  json?: boolean | undefined;
}

/** Matches the only settings of the installation that an evaluation uses: never its database, mail or platforms. */
const TAKEN_SETTINGS = /^(LLM_|EGRESS_|LOG_LEVEL$)/;
const MODEL_SETTINGS = /^LLM_/;

/** Imports an export as `lorekeep import` does, compares the library with the expected content, and prints the figures. */
export async function evaluateCompany(options: EvaluateOptions): Promise<void> {
  const { engine } = options;
  if (engine !== "local" && engine !== "llm") throw new Error("An engine is local or llm.");
  if (engine === "llm" && !process.env["LLM_PROVIDER"])
    throw new Error("No model is configured: set LLM_PROVIDER and LLM_MODEL (docs/language-models.md).");
  const gold = await readGold(options.gold);
  await refuseUnreadable(options.chat);
  const chat = await readChat(options.chat);
  refuseForeignGold(gold, chat);
  const variables = Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => TAKEN_SETTINGS.test(name) && (engine === "llm" || !MODEL_SETTINGS.test(name)),
    ),
  );
  const startedAt = performance.now();
  const fresh = options.dataDir ? null : await mkdtemp(join(tmpdir(), "lorekeep-evaluate-"));
  try {
    await withDeps(
      options.dataDir ?? fresh ?? undefined,
      async (session) => {
        await refuseOtherLibrary(session);
        const { workspaceId } = await importIntoWorkspace(session, options.chat, {});
        const measured = measureLibrary(gold, await readDump(session.deps, workspaceId));
        const figures = computeFigures(gold, measured, { engine, ...(await readRun(session, workspaceId, startedAt)) });
        if (options.out)
          await writeReaderSheets(options.out, {
            chat,
            measured,
            figures,
            articles: await readArticles(session, workspaceId, measured),
          });
        if (!options.json) process.stdout.write(`${formatFigures(figures)}\n${detailsOf(measured)}\n`);
        process.stdout.write(`${JSON.stringify(figures)}\n`);
        if (options.out) printLine(`The articles for readers are in ${options.out}.`);
      },
      variables,
    );
  } finally {
    if (fresh) await removeDataFolder(fresh);
  }
}

/** Refuses to import into an installation's library. */
async function refuseOtherLibrary(session: CommandSession): Promise<void> {
  const found = await findWorkspace(session, undefined);
  if (found && !(await listWorkspacesOfEmail(session.deps.db, IMPORT_EMAIL)).includes(found))
    throw new Error("This data folder belongs to an installation. Name a new one, or one that an evaluation made.");
}

/** Returns the export's messages by channel, in the import's order, oldest first. */
async function readChat(file: string): Promise<MessagesByChannel> {
  const chat: MessagesByChannel = new Map();
  const names = new Map<string, string>();
  for await (const part of readExportInWorker(file)) {
    if (part.kind === "channels") for (const { externalId, name } of part.channels) names.set(externalId, name);
    else {
      const name = names.get(part.channelId) ?? part.channelId;
      chat.set(name, [...(chat.get(name) ?? []), ...part.messages]);
    }
  }
  return chat;
}

function refuseForeignGold({ pieces, tempting }: Awaited<ReturnType<typeof readGold>>, chat: MessagesByChannel): void {
  const known = new Set([...chat.values()].flatMap((messages) => messages.map(({ externalId }) => externalId)));
  const missing = [...pieces, ...tempting].find(({ messages }) => messages.some((id) => !known.has(id)));
  if (missing) throw new Error(`The gold file names messages of ${missing.id} that the export does not have.`);
}

function readRun({ deps }: CommandSession, workspaceId: string, startedAt: number) {
  return inWorkspace(deps.db, workspaceId, async (scope) => {
    const rows = await listModelSpending(scope);
    const models = [...new Set(rows.map(({ model }) => model))];
    return {
      model: models.length > 0 ? models.join(", ") : null,
      messages: await countMessages(scope),
      conversations: await countConversations(scope),
      spent: rows.map(({ micros, ...row }) => ({ ...row, dollars: micros / 1_000_000 })),
      seconds: Math.round((performance.now() - startedAt) / 100) / 10,
    } satisfies Partial<CompanyFigures>;
  });
}

function readArticles(
  { deps }: CommandSession,
  workspaceId: string,
  { articles }: LibraryMeasurement,
): Promise<ReaderArticle[]> {
  return inWorkspace(deps.db, workspaceId, async (scope) => {
    const read: ReaderArticle[] = [];
    for (const placed of articles) {
      const row = await getArticle(scope, placed.article.id);
      read.push({ ...placed, markdown: await renderMarkdown(deps.connectors, scope, row) });
    }
    return read;
  });
}

/** Formats the differences that are most useful for improving the engine. */
function detailsOf({ pieces, foreign, stray, temptingTaken, forbiddenStrings }: LibraryMeasurement): string {
  const lists: [string, string[]][] = [
    [
      "Pieces not found",
      pieces.filter(({ isFound, isReplaced }) => !isFound && !isReplaced).map(({ piece }) => piece.id),
    ],
    [
      "Facts not told",
      pieces
        .filter(({ isFound }) => isFound)
        .flatMap(({ piece, missing }) => missing.map(({ text }) => `${piece.id}: ${text}`)),
    ],
    [
      "Forbidden facts told",
      pieces.flatMap(({ piece, forbiddenTold }) => forbiddenTold.map(({ text }) => `${piece.id}: ${text}`)),
    ],
    [
      "Changed rules not told as changes",
      pieces
        .filter(({ change }) => change === "beside" || change === "missed")
        .map(({ piece, change }) => `${piece.id}: ${change}`),
    ],
    ["Foreign statements", foreign.map(({ article, text }) => `${article}: ${text}`)],
    ["Articles of nothing in the gold file", stray],
    ["Tempting exchanges taken", temptingTaken],
    ["Forbidden strings", forbiddenStrings.map(({ string, where }) => `${string} in: ${where}`)],
  ];
  return lists
    .filter(([, items]) => items.length > 0)
    .map(([title, items]) => `\n${title}\n${items.map((item) => `  ${item.replace(/\s+/g, " ")}`).join("\n")}`)
    .join("\n");
}
