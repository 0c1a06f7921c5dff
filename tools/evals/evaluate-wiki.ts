import { randomBytes } from "node:crypto";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { parseMarkdownPage } from "../../connectors/git-docs/wiki.ts";
import { extractTerms } from "../../engine/answer/index.ts";
import { IMPORT_EMAIL, importIntoWorkspace } from "../../server/cli/commands.ts";
import { withDeps } from "../../server/cli/open.ts";
import { removeDataFolder } from "../../server/db/embedded/layout.ts";
import { newId } from "../../server/db/new-id.ts";
import { inWorkspace, type WorkspaceScope } from "../../server/db/workspace-scope.ts";
import { listDuePages, saveReading, storeListedPages, storePage } from "../../server/wiki/wiki-queries.ts";
import { createAccount } from "../../server/workspace/index.ts";
import { writeSlackExport } from "../demo/chat.ts";
import { countPageRanks } from "./wikis/page-ranks.ts";
import { readWikiFolder, type WikiCase, type WikiFilePage } from "./wikis/read-wiki-folder.ts";

/** The results for one conversation: the findings about wiki pages, and the number of articles. */
interface CaseOutcome {
  findings: { kind: "confirms" | "adds" | "contradicts"; page: string }[];
  articles: number;
}

/** A time so late that the worker does not try to read the pages from a platform. */
const NEVER_DUE = new Date("2100-01-01");

/**
 * Imports chat beside a wiki as the product does, and compares the findings about the wiki's pages with a person's
 * labels of the conversations. `folder` contains the files that `readWikiFolder` reads.
 */
export async function evaluateWiki(folder: string, engine: "local" | "llm") {
  const { pages, cases, team, chatByTs } = await readWikiFolder(folder);
  const place = await mkdtemp(join(tmpdir(), "lorekeep-wiki-"));
  const passed = engine === "llm" ? /^(LLM_|EGRESS_|LOG_LEVEL$)/ : /^(EGRESS_|LOG_LEVEL$)/;
  const variables = Object.fromEntries(Object.entries(process.env).filter(([name]) => passed.test(name)));
  let ranks: Awaited<ReturnType<typeof countPageRanks>> = [];
  const outcomes = new Map(cases.map(({ chat }): [string, CaseOutcome] => [chat, { findings: [], articles: 0 }]));
  try {
    await withDeps(
      place,
      async (session) => {
        const { deps } = session;
        const password = randomBytes(24).toString("base64url");
        const account = { firstName: "Import", lastName: "Account", email: IMPORT_EMAIL, company: "Import" };
        const { workspaceId } = await createAccount(deps, { ...account, password, verified: true });
        await inWorkspace(deps.db, workspaceId, (scope) => storeWiki(scope, pages));
        const file = join(place, "export.zip");
        await writeSlackExport(team, file);
        await importIntoWorkspace(session, file, {});
        await inWorkspace(deps.db, workspaceId, (scope) => readOutcomes(scope, chatByTs, outcomes));
        ranks = await inWorkspace(deps.db, workspaceId, (scope) => countPageRanks(scope, cases, chatByTs));
      },
      variables,
    );
  } finally {
    await removeDataFolder(place);
  }
  return {
    "what was found about pages": Object.entries(tabulate(cases, outcomes)).map(([figure, count]) => ({
      figure,
      count,
    })),
    "what was looked up": ranks,
    "each conversation": cases.map((labelled) => ({ chat: labelled.chat, ...describe(labelled, outcomes) })),
  };
}

async function storeWiki(scope: WorkspaceScope, pages: WikiFilePage[]): Promise<void> {
  const integrationId = newId();
  await scope.tx.execute(sql`insert into knowledge_integrations
    (workspace_id, id, name, type, base_url, space_id, api_key_sealed, api_key_last4)
    values (${scope.workspaceId}, ${integrationId}, 'Wiki', 'git', 'https://wiki.example', '', 'sealed', '')`);
  const lookStartedAt = new Date();
  const reading = { readers: "everybody" as const, listedAt: lookStartedAt, dueAt: NEVER_DUE, lookDueAt: NEVER_DUE };
  await saveReading(scope, integrationId, reading);
  const listed = pages.map(({ id, title, updatedAt, author, restricted, parent }) => ({
    externalId: id,
    title,
    url: `https://wiki.example/${id}`,
    version: "1",
    editedAt: new Date(updatedAt),
    editedBy: author,
    readers: restricted ? ("restricted" as const) : ("place" as const),
    above: parent ? [parent] : [],
  }));
  await storeListedPages(scope, { integrationId, lookStartedAt }, listed);
  const byId = new Map(pages.map((page) => [page.id, page]));
  for (const due of await listDuePages(scope, integrationId, { most: pages.length })) {
    const { title = "", markdown = "" } = byId.get(due.externalId) ?? {};
    // The page gets its title separately, as on most platforms. Its first heading comes below the title.
    const page = { version: "1", ...parseMarkdownPage(markdown, `${due.externalId}.md`), title };
    const texts = [title, ...page.passages.flatMap(({ headings, text }) => [...headings, text])];
    const terms = new Set(texts.flatMap(extractTerms));
    await storePage(scope, due, { page, terms: [...terms] });
  }
}

async function readOutcomes(
  { tx, workspaceId }: WorkspaceScope,
  chatByTs: Map<string, string>,
  outcomes: Map<string, CaseOutcome>,
): Promise<void> {
  const outcomesOf = (messages: string[]) =>
    [...new Set(messages.map((ts) => chatByTs.get(ts) ?? ""))].flatMap((chat) => outcomes.get(chat) ?? []);
  const messagesOf = sql`select m.external_id from messages m
    where m.workspace_id = c.workspace_id and m.channel_id = c.channel_id and m.conversation_key = c.key`;
  const findings = await tx.execute<{
    kind: "confirms" | "adds" | "contradicts";
    page: string;
    messages: string[];
  }>(sql`
    select f.kind, p.external_id as page,
      array(${messagesOf} and (f.sources = '{}' or m.external_id = any(f.sources))) as messages
    from wiki_findings f join wiki_pages p on p.id = f.page_id join conversations c on c.id = f.conversation_id
    where f.workspace_id = ${workspaceId}`);
  for (const { kind, page, messages } of findings.rows)
    for (const outcome of outcomesOf(messages)) outcome.findings.push({ kind, page });
  const articles = await tx.execute<{ messages: string[] }>(sql`
    select array(${messagesOf}) as messages from articles a join conversations c on c.article_id = a.id
    where a.workspace_id = ${workspaceId}`);
  for (const { messages } of articles.rows) for (const outcome of outcomesOf(messages)) outcome.articles += 1;
}

function tabulate(cases: WikiCase[], outcomes: Map<string, CaseOutcome>) {
  const outcomeOf = ({ chat }: WikiCase) => outcomes.get(chat) ?? { findings: [], articles: 0 };
  const isQuiet = (labelled: WikiCase) => outcomeOf(labelled).findings.length === 0;
  const has = (labelled: WikiCase, kind: string) => outcomeOf(labelled).findings.some((found) => found.kind === kind);
  const hasRightly = (labelled: WikiCase, kind: string) =>
    outcomeOf(labelled).findings.some((found) => found.kind === kind && found.page === labelled.page);
  const countOf = (label: WikiCase["case"], isRight: (labelled: WikiCase) => boolean) => {
    const labelled = cases.filter((one) => one.case === label);
    return `${labelled.filter(isRight).length} of ${labelled.length}`;
  };
  const wrongOf = (kind: "adds" | "contradicts", allowed: WikiCase["case"][]) => {
    const reported = cases.filter((labelled) => has(labelled, kind));
    return `${reported.filter((labelled) => !allowed.includes(labelled.case) || !hasRightly(labelled, kind)).length} of ${reported.length}`;
  };
  return {
    "told, recognised and no article": countOf(
      "told",
      (one) =>
        hasRightly(one, "confirms") && outcomeOf(one).articles === 0 && !has(one, "adds") && !has(one, "contradicts"),
    ),
    "told, an article all the same": countOf("told", (one) => outcomeOf(one).articles > 0),
    "contradictions found": countOf("contradicts", (one) => hasRightly(one, "contradicts")),
    "contradictions that are none": wrongOf("contradicts", ["contradicts"]),
    "additions to the right page": countOf("adds", (one) => hasRightly(one, "adds")),
    "additions to a page that the chat neither adds to nor contradicts": wrongOf("adds", ["adds", "contradicts"]),
    "new, as an article": countOf("new", (one) => outcomeOf(one).articles > 0 && isQuiet(one)),
    "nothing, quiet": countOf("nothing", (one) => outcomeOf(one).articles === 0 && isQuiet(one)),
  };
}

function describe({ chat, case: label, page }: WikiCase, outcomes: Map<string, CaseOutcome>) {
  const { findings = [], articles = 0 } = outcomes.get(chat) ?? {};
  return { label, page, articles, found: findings.map((one) => `${one.kind} ${one.page}`).join(", ") };
}
