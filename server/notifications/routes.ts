import type { FastifyInstance } from "fastify";
import { notificationEndpoints } from "../../shared/contract/notifications.ts";
import { inWorkspaceAs, type PersonScope, readInWorkspaceAs } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { serveEndpoints } from "../http/routes.ts";
import { listNotifications, markRead, type NotificationRow } from "./notification-queries.ts";
import { findMessenger } from "./send-direct-messages.ts";
import { listWatches, readSettings, saveSettings, startWatching, stopWatching } from "./settings-queries.ts";
import { unsubscribeRoutes } from "./unsubscribe.ts";

export async function notificationRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const { db, events } = deps;
  serveEndpoints(app, notificationEndpoints, {
    "GET /api/notifications": ({ viewer }) =>
      readInWorkspaceAs(db, viewer, async (scope) => {
        const { unread, notifications } = await listNotifications(scope);
        return { unread, notifications: notifications.map(notificationView) };
      }),
    "POST /api/notifications/read": ({ viewer, body }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        await markRead(scope, body.ids);
        await events.notify(scope, { type: "notifications" });
        return { success: true as const };
      }),
    "GET /api/notification-settings": ({ viewer }) =>
      readInWorkspaceAs(db, viewer, (scope) => shownSettings(deps, scope)),
    "PUT /api/notification-settings": ({ viewer, body }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        await saveSettings(scope, body);
        return shownSettings(deps, scope);
      }),
    "GET /api/watches": ({ viewer }) => readInWorkspaceAs(db, viewer, listWatches),
    "PUT /api/watches": ({ viewer, body: { kind, target, isOn } }) =>
      inWorkspaceAs(db, viewer, async (scope) => {
        await (isOn ? startWatching : stopWatching)(scope, kind, target);
        return { success: true as const };
      }),
  });
  await unsubscribeRoutes(app, deps);
}

const shownSettings = async (deps: Deps, scope: PersonScope) => ({
  ...(await readSettings(scope)),
  chatName: (await findMessenger(deps, scope))?.name ?? null,
});

const notificationView = ({ id, kind, at, isRead, articleId, title, decision }: NotificationRow) => ({
  id,
  kind,
  at: at.toISOString(),
  isRead,
  article: articleId === null ? null : { id: articleId, title: title ?? "" },
  ...(decision && { decision }),
});
