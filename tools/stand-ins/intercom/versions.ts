import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { StandInVersion } from "./state.ts";

const PER_LIST = 10;

/**
 * The versions of an article, newest first. `versionsOf` returns null after it has sent a refusal.
 * https://developers.intercom.com/docs/references/2.16/rest-api/api.intercom.io/articles
 */
export function versionRoutes(
  app: FastifyInstance,
  versionsOf: (request: FastifyRequest, reply: FastifyReply) => StandInVersion[] | null,
): void {
  const known = (request: FastifyRequest, reply: FastifyReply) => {
    // Earlier versions of Intercom's API do not have these endpoints.
    if (Number(String(request.headers["intercom-version"]).split(".")[1]) >= 16) return versionsOf(request, reply);
    reply.code(404).send();
    return null;
  };
  app.get("/articles/:id/versions", async (request, reply) => {
    const all = known(request, reply);
    if (!all) return reply;
    const data = all.slice(0, PER_LIST).map(({ body: _body, ...version }) => json(version));
    return { type: "list", data, total_count: all.length, pages: { type: "pages", page: 1, per_page: PER_LIST } };
  });
  app.get("/articles/:id/versions/:version", async (request, reply) => {
    const { version } = request.params as { version: string };
    const found = known(request, reply)?.find(({ id }) => String(id) === version);
    if (reply.sent) return reply;
    return found ? { ...json(found), body: found.body } : reply.code(404).send();
  });
}

const json = ({ id, title, createdById, createdVia, createdAt }: Omit<StandInVersion, "body">) => ({
  type: "article_version",
  id: String(id),
  title,
  created_by_id: String(createdById),
  created_via: createdVia,
  created_at: createdAt,
});
