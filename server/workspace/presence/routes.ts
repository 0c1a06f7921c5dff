import type { FastifyInstance } from "fastify";
import { presenceEndpoints } from "../../../shared/contract/presence.ts";
import { can } from "../../../shared/domain/access.ts";
import { inWorkspaceAs, type PersonScope } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { defineEvent } from "../../domain-event.ts";
import { serveEndpoints } from "../../http/routes.ts";
import {
  isOnlyPerson,
  listPresentPeople,
  listRecentEdits,
  type PresenceWindow,
  storeWindowArticle,
} from "./presence-queries.ts";

/** A person opened an article that they may read. */
export const articleOpened = defineEvent<null, { articleId: string }>("article opened");

export function presenceRoutes(app: FastifyInstance, { db, env, events }: Pick<Deps, "db" | "env" | "events">): void {
  serveEndpoints(app, presenceEndpoints, {
    "POST /api/presence": ({ viewer, body }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        const isEditing = body.isEditing && can(viewer, "change", "articles");
        const joinedAt = await move(events, scope, { ...body, isEditing });
        const alone = await isOnlyPerson(scope);
        return {
          isAlone: alone,
          showsDemo: alone && env.PRESENCE_DEMO,
          joinedAt: joinedAt.toISOString(),
          people: alone ? [] : await listPresentPeople(scope),
        };
      }),

    "GET /api/presence/activity": ({ viewer }) => inWorkspaceAs(db, viewer, listRecentEdits),
  });
}

/** Announces an article that was opened, and notifies the windows that show it or the one that was left. */
async function move(events: Deps["events"], scope: PersonScope, place: PresenceWindow): Promise<Date> {
  const { before, now, joinedAt } = await storeWindowArticle(scope, place);
  const isSame = before?.articleId === now.articleId && before.isEditing === now.isEditing;
  if (isSame) return joinedAt;
  if (now.articleId && now.articleId !== before?.articleId)
    await articleOpened.announce(null, scope, { articleId: now.articleId });
  for (const articleId of new Set([before?.articleId, now.articleId]))
    if (articleId) await events.notify(scope, { type: "presence", articleId, window: place.window });
  return joinedAt;
}
