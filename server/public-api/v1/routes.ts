import type { FastifyInstance } from "fastify";
import { publicEndpoints } from "../../../shared/contract/public-api.ts";
import { recordChange } from "../../audit/index.ts";
import type { Deps } from "../../deps.ts";
import { decideItem, readInbox } from "../../inbox/index.ts";
import { inWorkspaceOfProgram } from "../keys/check-key.ts";
import { describePublicApi } from "./openapi.ts";
import { buildProgramAuditEntry, createReadFunctions } from "./reads.ts";
import { serveWithKey } from "./serve-with-key.ts";
import { buildArticleUrl } from "./views.ts";

/** The public API at /api/v1, for programs with a key. */
export function publicApiRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, env } = deps;
  const reads = createReadFunctions(deps);
  app.decorateRequest("program", null);
  const description = describePublicApi(env.PUBLIC_URL);
  app.get("/api/v1/openapi.json", async () => description);
  serveWithKey(app, deps, publicEndpoints, {
    "GET /api/v1/articles": ({ program, query }) => reads.articles(program, query),
    "GET /api/v1/articles/:id": ({ program, params }) => reads.article(program, params.id),
    "GET /api/v1/search": ({ program, query: { q, limit } }) =>
      reads.search(program, q, limit === undefined ? undefined : Number(limit)),
    "POST /api/v1/ask": ({ program, body }) => reads.ask(program, body),
    "GET /api/v1/changes": ({ program, query }) => reads.changes(program, query),
    "POST /api/v1/articles/:id/problems": async ({ program, params, body }) => {
      await reads.report(program, params.id, body.text);
      return { success: true as const };
    },
    "GET /api/v1/inbox": ({ program, query: { kind, limit, cursor } }) =>
      inWorkspaceOfProgram(db, program, async (scope) => {
        const page = await readInbox(deps, scope, { kind, limit: limit ?? "20", after: cursor });
        const items = page.items.map(({ id, kind, article, since, reason, choices }) => ({
          id,
          kind,
          article: { id: article.id, title: article.title, url: buildArticleUrl(env.PUBLIC_URL, article.id) },
          since,
          reason,
          choices,
        }));
        return { items, total: page.total, next: page.next };
      }),
    "POST /api/v1/inbox/:id/decide": ({ program, params, body }) =>
      inWorkspaceOfProgram(db, program, (scope) =>
        recordChange(
          scope,
          {
            ...buildProgramAuditEntry(program, "POST /api/v1/inbox/:id/decide", params.id),
            asked: { choice: body.choice },
          },
          () => decideItem(deps, scope, params.id, body, program.createdBy),
        ),
      ),
  });
}
