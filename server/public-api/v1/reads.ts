import type { PublicAnswer, PublicChange, publicEndpoints } from "../../../shared/contract/public-api.ts";
import { answerWithoutStreaming, searchPages } from "../../ask/index.ts";
import { recordChange } from "../../audit/index.ts";
import type { ReaderScope } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { invalid } from "../../errors.ts";
import { enforceRateLimit } from "../../http/rate-limit.ts";
import { WORK_LIMITS } from "../../http/work-limits.ts";
import { reportProblem } from "../../inbox/index.ts";
import { searchArticles } from "../../library/articles/index.ts";
import { inWorkspaceOfProgram, type Program } from "../keys/check-key.ts";
import { type ChangeCursor, listChangedArticles, listChanges, requireVisibleArticle } from "./v1-queries.ts";
import { buildArticleUrl, readArticle, viewAnswer, viewCard } from "./views.ts";

const USUAL = 20;

export interface ProgramRequest {
  limit?: string | undefined;
  cursor?: string | undefined;
}

/** Builds the audit log's entry for a change by a program. */
export const buildProgramAuditEntry = (
  { id, kind, createdBy, request }: Program,
  action: keyof typeof publicEndpoints,
  thingId: string,
) => ({
  // A connected app acts in the name of its person.
  ...(kind === "key" ? { actor: "key" as const, doneBy: id } : { actor: "person" as const, doneBy: createdBy }),
  action,
  thing: "inbox" as const,
  thingIds: [thingId],
  ...request,
});

/** Functions that read data for programs (/api/v1 and MCP). Each request has the rights of its key. */
export function createReadFunctions(deps: Deps) {
  const { db, env, connectors } = deps;
  const origin = env.PUBLIC_URL;
  return {
    articles: (program: Program, asking: ProgramRequest) =>
      inWorkspaceOfProgram(db, program, async (scope) => {
        const limit = Number(asking.limit ?? USUAL);
        const rows = await listChangedArticles(scope, { limit: limit + 1, after: placeOf(asking.cursor) });
        const items = rows.slice(0, limit).map((row) => viewCard(origin, row));
        return {
          items,
          next: nextOf(
            rows.slice(0, limit).map(({ id, updatedAt }) => ({ id, at: updatedAt, version: 0 })),
            rows,
          ),
        };
      }),

    article: (program: Program, id: string) =>
      inWorkspaceOfProgram(db, program, (scope) => readArticle({ connectors, origin }, scope, id)),

    search: async (program: Program, words: string, limit: number = USUAL) => {
      await enforceRateLimit(db, `search of ${program.workspaceId}`, WORK_LIMITS.search);
      const { found, pages } = await inWorkspaceOfProgram(db, program, async (scope) => ({
        found: await searchArticles(scope, { keywords: words, isShown: true }, limit),
        pages: await searchPages(scope, words, Math.min(limit, USUAL)),
      }));
      return { items: found.cards.map((row) => viewCard(origin, row)), matchesAll: found.matchesAll, pages };
    },

    ask: (program: Program, asked: AskedByProgram) => askBy(program, asked, deps),

    changes: (program: Program, asking: ProgramRequest) =>
      inWorkspaceOfProgram(db, program, async (scope): Promise<{ items: PublicChange[]; next: string | null }> => {
        const limit = Number(asking.limit ?? USUAL);
        const rows = await listChanges(scope, { limit: limit + 1, after: placeOf(asking.cursor) });
        const shown = rows.slice(0, limit);
        return {
          items: shown.map(({ articleId, title, version, reason, createdAt }) => ({
            articleId,
            title,
            url: buildArticleUrl(origin, articleId),
            version,
            reason,
            changedAt: createdAt.toISOString(),
          })),
          next: nextOf(
            shown.map(({ articleId, createdAt, version }) => ({ id: articleId, at: createdAt, version })),
            rows,
          ),
        };
      }),

    report: (program: Program, articleId: string, text: string) => reportBy(program, articleId, text, deps),
  };
}

interface AskedByProgram {
  question: string;
  previous?: string | null | undefined;
}

async function askBy(
  program: Program,
  { question, previous = null }: AskedByProgram,
  deps: Deps,
): Promise<PublicAnswer> {
  await enforceRateLimit(deps.db, `ask of ${program.workspaceId}`, WORK_LIMITS.ask);
  const asked = { question, previous };
  const asReader = <Read>(work: (scope: ReaderScope) => Promise<Read>) => inWorkspaceOfProgram(deps.db, program, work);
  const told = await answerWithoutStreaming(deps, { workspaceId: program.workspaceId, asked, asReader });
  return viewAnswer(deps.env.PUBLIC_URL, told);
}

const reportBy = (program: Program, articleId: string, text: string, { db, events }: Deps): Promise<void> =>
  inWorkspaceOfProgram(db, program, async (scope) => {
    await requireVisibleArticle(scope, articleId);
    await recordChange(scope, buildProgramAuditEntry(program, "POST /api/v1/articles/:id/problems", articleId), () =>
      reportProblem({ events }, scope, {
        articleId,
        text,
        reportedBy: `The ${program.kind === "key" ? "API key" : "app"} ‘${program.name}’`,
      }),
    );
  });

const nextOf = (shown: ChangeCursor[], found: unknown[]): string | null => {
  const last = shown.at(-1);
  return last && found.length > shown.length ? `${last.at.getTime()}~${last.id}~${last.version}` : null;
};

function placeOf(cursor: string | undefined): ChangeCursor | undefined {
  if (cursor === undefined) return undefined;
  const [, at, id, version] = /^(\d{1,14})~([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})~(\d{1,9})$/.exec(cursor) ?? [];
  if (!at || !id || !version) throw invalid("Not a cursor: give `next` of the page before.");
  return { at: new Date(Number(at)), id, version: Number(version) };
}
