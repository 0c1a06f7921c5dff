import type { FastifyInstance } from "fastify";
import { type WikiHealth, wikiHealthEndpoints } from "../../shared/contract/wiki-health.ts";
import { toDuplicateItemId, toPageItemId } from "../../shared/domain/inbox.ts";
import { recordActivity } from "../activity/index.ts";
import { viewAssignedQuestions } from "../ask/index.ts";
import { inWorkspaceAs, type PersonScope, readInWorkspaceAs } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { conflict, notFound } from "../errors.ts";
import { serveEndpoints } from "../http/routes.ts";
import { addAssignmentState, listAssignments, setAssignment } from "../inbox/index.ts";
import { listConfirmations, mayReadWikiPage } from "../wiki/findings/index.ts";
import { keepBothDuplicates } from "./duplicate-queries.ts";
import {
  countByWeek,
  countReadablePages,
  keepUnusedPage,
  listAssignedPages,
  listUnconfirmedPages,
  listUnusedPages,
  verifyPage,
} from "./health-queries.ts";
import { readDuplicates } from "./read-duplicates.ts";

export function wikiHealthRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, events } = deps;
  const endAssignment = async (scope: PersonScope, item: string) => {
    await setAssignment(scope, item, { assignee: null, dueOn: null, by: scope.reader });
    await events.notify(scope, { type: "inbox" });
  };
  serveEndpoints(app, wikiHealthEndpoints, {
    "GET /api/wiki-health": async ({ viewer }) => ({
      ...(await readInWorkspaceAs(db, viewer, readHealth)),
      duplicates: await readDuplicates((work) => readInWorkspaceAs(db, viewer, work)),
    }),

    "GET /api/inbox/assigned": async ({ viewer }) => ({
      ...(await readInWorkspaceAs(db, viewer, async (scope) => ({
        pages: await viewPages(scope, await listAssignedPages(scope)),
        questions: await viewAssignedQuestions(deps, scope),
      }))),
      duplicates: await readDuplicates((work) => readInWorkspaceAs(db, viewer, work), true),
    }),

    "POST /api/wiki-pages/:id/verify": ({ viewer, params, body }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        if (!(await mayReadWikiPage(scope, params.id))) throw notFound("page");
        if (!(await verifyPage(scope, params.id, body.version)))
          throw conflict("The page was changed since you opened this list. Look at it again.");
        await endAssignment(scope, toPageItemId(params.id));
        await recordActivity(scope, events, {
          type: "change",
          message: "A page of the wiki was verified.",
          data: { pageId: params.id },
          by: viewer.userId,
        });
        return { success: true as const };
      }),

    "POST /api/wiki-pages/:id/keep": ({ viewer, params }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        if (!(await keepUnusedPage(scope, params.id))) throw notFound("page");
        await recordActivity(scope, events, {
          type: "change",
          message: "A page of the wiki that is not used was found fine as it is.",
          data: { pageId: params.id },
          by: viewer.userId,
        });
        return { success: true as const };
      }),

    "POST /api/wiki-duplicates/:id/keep": ({ viewer, params }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        if (!(await keepBothDuplicates(scope, params.id))) throw notFound("duplicate");
        await endAssignment(scope, toDuplicateItemId(params.id));
        return { success: true as const };
      }),
  });
}

async function readHealth(scope: PersonScope): Promise<Omit<WikiHealth, "duplicates">> {
  const unconfirmed = await listUnconfirmedPages(scope);
  const unused = await listUnusedPages(scope);
  return {
    ...(await countReadablePages(scope)),
    unconfirmed: { total: unconfirmed.total, pages: await viewPages(scope, unconfirmed.pages) },
    unused: { total: unused.total, pages: await viewPages(scope, unused.pages) },
    weeks: await countByWeek(scope),
  };
}

/** Adds who confirmed each page, and whom it was given to. */
async function viewPages<Page extends { id: string }>(scope: PersonScope, pages: Page[]) {
  const ids = pages.map(({ id }) => id);
  const confirmed = await listConfirmations(scope, ids);
  const standings = await listAssignments(scope, ids.map(toPageItemId));
  return pages.map((page) => ({
    ...addAssignmentState({ ...page, item: toPageItemId(page.id) }, standings.get(toPageItemId(page.id))),
    confirmed: confirmed.get(page.id) ?? null,
  }));
}
