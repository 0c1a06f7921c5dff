import { createEgressRules } from "../../../connectors/egress-rules.ts";
import type { ChangedWebhook, NewWebhook, Webhook, WebhookDelivery } from "../../../shared/contract/webhooks.ts";
import { MOST_WEBHOOKS } from "../../../shared/domain/webhooks.ts";
import { recordActivity } from "../../activity/index.ts";
import { inWorkspaceAs } from "../../db/audience.ts";
import { newId } from "../../db/new-id.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid, notFound } from "../../errors.ts";
import type { Viewer } from "../../http/routes.ts";
import { CannotDecrypt, locateWebhookSecret } from "../../secrets/key-ring.ts";
import { failWaitingDeliveries } from "./delivery-queries.ts";
import { sendDelivery } from "./send.ts";
import { createSigningSecret } from "./signature.ts";
import {
  countWebhooks,
  deleteWebhook,
  getWebhook,
  insertTest,
  insertWebhook,
  type ListedDelivery,
  listDeliveries,
  listPrivateChannels,
  listWebhooks,
  retractUnreadable,
  retryDelivery,
  saveSecrets,
  updateWebhook,
  type WebhookRow,
} from "./webhook-queries.ts";

type WebhookDeps = Pick<Deps, "env" | "events" | "secrets">;

export async function readWebhooks(scope: WorkspaceScope): Promise<Webhook[]> {
  const channels = await listPrivateChannels(scope);
  return (await listWebhooks(scope)).map((row) => ({
    id: row.id,
    url: row.url,
    events: row.events,
    readerChannels: row.readerChannels.flatMap((id) => {
      const name = channels.get(id);
      return name === undefined ? [] : [{ id, name }];
    }),
    isActive: row.isActive,
    offBecause: row.offBecause,
    failingSince: row.failingSince?.toISOString() ?? null,
    lastDeliveredAt: row.lastDeliveredAt?.toISOString() ?? null,
    oldSecretUntil: row.oldSecretUntil && row.oldSecretUntil > new Date() ? row.oldSecretUntil.toISOString() : null,
    createdAt: row.createdAt.toISOString(),
  }));
}

/** Creates a webhook and its secret. Only this answer contains the secret. */
export async function makeWebhook(
  deps: WebhookDeps,
  scope: WorkspaceScope,
  { url, events, channelIds }: NewWebhook,
  by: string | null,
): Promise<{ id: string; secret: string }> {
  const address = addressOrRefuse(deps, url);
  const readerChannels = await privateOrRefuse(scope, channelIds);
  if ((await countWebhooks(scope)) >= MOST_WEBHOOKS)
    throw conflict(`There are ${MOST_WEBHOOKS} webhooks already. Remove one that is no longer used.`);
  const [id, secret] = [newId(), createSigningSecret()];
  const secretsSealed = deps.secrets.seal(secret, locateWebhookSecret(scope.workspaceId, id));
  await insertWebhook(scope, {
    id,
    url: address,
    events: [...new Set(events)],
    readerChannels,
    secretsSealed,
    madeBy: by,
  });
  await note(deps, scope, `A webhook to ${new URL(address).host} was created.`, by);
  return { id, secret };
}

export async function changeWebhook(
  deps: WebhookDeps,
  scope: WorkspaceScope,
  id: string,
  { url, events, channelIds, isActive }: ChangedWebhook,
  by: string,
): Promise<void> {
  const before = await getWebhook(scope, id);
  const change: Partial<WebhookRow> = {
    ...(url !== undefined && { url: addressOrRefuse(deps, url) }),
    ...(events && { events: [...new Set(events)] }),
    ...(channelIds && { readerChannels: await privateOrRefuse(scope, channelIds) }),
    ...(isActive !== undefined && { isActive }),
    ...(isActive && { offBecause: null, failingSince: null, madeBy: by }),
  };
  if (isActive && before.secretsSealed === "") throw conflict("Make a new secret first: the one before is lost.");
  await updateWebhook(scope, id, change);
  if (channelIds) await retractUnreadable(scope, id);
  if (isActive === false) await failWaitingDeliveries(scope, id);
  const what = isActive === undefined ? "changed" : `switched ${isActive ? "on" : "off"}`;
  await note(deps, scope, `The webhook to ${new URL(change.url ?? before.url).host} was ${what}.`, by);
}

export async function removeWebhook(
  deps: WebhookDeps,
  scope: WorkspaceScope,
  id: string,
  by: string | null,
): Promise<void> {
  const gone = await deleteWebhook(scope, id);
  if (!gone) throw notFound("webhook");
  await note(deps, scope, `The webhook to ${new URL(gone.url).host} was removed.`, by);
}

/**
 * Replaces the secret. The previous secret also signs for a day, so that the receiver can switch without losing a
 * delivery.
 */
export async function rotateSecret(deps: WebhookDeps, scope: WorkspaceScope, id: string, by: string): Promise<string> {
  const { url, secretsSealed } = await getWebhook(scope, id);
  const place = locateWebhookSecret(scope.workspaceId, id);
  const secret = createSigningSecret();
  const before = openOrNothing(() => deps.secrets.open(secretsSealed, place).split(" ")[0]);
  await saveSecrets(scope, id, deps.secrets.seal([secret, ...before].join(" "), place));
  await note(deps, scope, `The webhook to ${new URL(url).host} got a new secret.`, by);
  return secret;
}

function openOrNothing(open: () => string | undefined): string[] {
  try {
    const secret = open();
    return secret ? [secret] : [];
  } catch (error) {
    if (error instanceof CannotDecrypt) return [];
    throw error;
  }
}

export async function sendTest(deps: Deps, viewer: Viewer, webhookId: string): Promise<WebhookDelivery> {
  const id = newId();
  await inWorkspace(deps.db, viewer.workspaceId, async (scope) => {
    await getWebhook(scope, webhookId);
    await insertTest(scope, webhookId, id);
  });
  return deliverNow(deps, viewer, webhookId, id);
}

export async function replayDelivery(
  deps: Deps,
  viewer: Viewer,
  { id: webhookId, deliveryId }: { id: string; deliveryId: string },
): Promise<WebhookDelivery> {
  await inWorkspace(deps.db, viewer.workspaceId, async (scope) => {
    const { isActive } = await getWebhook(scope, webhookId);
    if (!isActive) throw conflict("This webhook is switched off. Switch it on first.");
    if (!(await retryDelivery(scope, webhookId, deliveryId))) throw notFound("delivery");
  });
  return deliverNow(deps, viewer, webhookId, deliveryId);
}

async function deliverNow(deps: Deps, viewer: Viewer, webhookId: string, id: string): Promise<WebhookDelivery> {
  await sendDelivery(deps, { workspaceId: viewer.workspaceId, id });
  return inWorkspaceAs(deps.db, viewer, async (scope) => {
    const [row] = await listDeliveries(scope, webhookId, { id });
    if (!row) throw notFound("delivery");
    return deliveryView(row);
  });
}

export const readDeliveries = (deps: Pick<Deps, "db">, viewer: Viewer, webhookId: string): Promise<WebhookDelivery[]> =>
  inWorkspaceAs(deps.db, viewer, async (scope) => {
    await getWebhook(scope, webhookId);
    return (await listDeliveries(scope, webhookId)).map(deliveryView);
  });

const deliveryView = (row: ListedDelivery): WebhookDelivery => ({
  id: row.id,
  type: row.type,
  article: row.articleId && row.title !== null ? { id: row.articleId, title: row.title } : null,
  state: row.state,
  tries: row.tries,
  status: row.status,
  response: row.response,
  createdAt: row.createdAt.toISOString(),
  triedAt: row.triedAt?.toISOString() ?? null,
  nextAt: row.nextAt?.toISOString() ?? null,
});

/** Checks the URL's text. The IP address of its host is checked at each call. */
function addressOrRefuse({ env }: Pick<Deps, "env">, written: string): string {
  const text = written.trim();
  const refused = URL.canParse(text)
    ? createEgressRules(env.EGRESS_ALLOW).refusesUrl(new URL(text))
    : `‘${text}’ is not an address such as https://hooks.example.com/lorekeep.`;
  if (refused) throw invalid(refused, [{ path: "url", message: refused }]);
  return new URL(text).href;
}

async function privateOrRefuse(scope: WorkspaceScope, wanted: string[]): Promise<string[]> {
  const known = await listPrivateChannels(scope);
  if (wanted.some((id) => !known.has(id))) throw invalid("Choose private channels of this workspace.");
  return [...new Set(wanted)];
}

const note = ({ events }: WebhookDeps, scope: WorkspaceScope, message: string, by: string | null) =>
  recordActivity(scope, events, { type: "change", message, ...(by && { by }) });
