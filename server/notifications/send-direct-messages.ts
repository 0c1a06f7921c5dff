import type { DirectMessage } from "../../connectors/direct-messages.ts";
import { hadNoEffect, RateLimited, Unreachable } from "../../connectors/errors.ts";
import { getManifest } from "../../connectors/manifests.ts";
import { BRAND } from "../../shared/domain/brand.ts";
import { inWorkspaceAs, type PersonScope } from "../db/audience.ts";
import { safeDatabaseError } from "../db/pool.ts";
import { inWorkspace, type WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { createStillRightToken } from "../inbox/index.ts";
import {
  type ChatIntegrationRow,
  explainTrouble,
  findChatSource,
  listChatIntegrations,
  openChatConfig,
} from "../integrations/index.ts";
import { buildNewsLists, formatNewsCount } from "./digest-mail.ts";
import {
  claimUnsent,
  type DuePerson,
  listPeopleWithDueMessage,
  listUnsent,
  markNotificationsUnsent,
  type NotificationRow,
  readAddressee,
} from "./notification-queries.ts";
import { storeChatTrouble } from "./settings-queries.ts";

type SendDeps = Pick<Deps, "db" | "env" | "connectors" | "secrets" | "log">;

/** Sends direct messages to people who want them. A message that was certainly not sent is retried next time. */
export async function sendDirectMessages(deps: SendDeps, signal?: AbortSignal): Promise<void> {
  for (const person of await listPeopleWithDueMessage(deps.db)) {
    signal?.throwIfAborted();
    await sendNews(deps, person, signal);
  }
}

/** The chat integration that sends direct messages; null if the workspace has none. */
export async function findMessenger(deps: Pick<Deps, "connectors">, scope: WorkspaceScope) {
  for (const row of await listChatIntegrations(scope)) {
    const { direct, members } = findChatSource(deps.connectors, row.platform) ?? {};
    if (row.isActive && row.mayPost !== false && direct && members)
      return { row, direct, members, name: getManifest(row.platform).name };
  }
  return null;
}

async function sendNews(deps: SendDeps, person: DuePerson, signal: AbortSignal | undefined): Promise<void> {
  const { told, email, due, messenger, taken } = await inWorkspaceAs(deps.db, person, async (scope) => ({
    ...(await newsFor(deps, scope)),
    messenger: await findMessenger(deps, scope),
    taken: await claimUnsent(scope, "chat"),
  }));
  if (!told || !messenger || taken.length === 0) return;
  const { row, direct, members, name } = messenger;
  const note = (trouble: string | null) =>
    inWorkspace(deps.db, person.workspaceId, (scope) => storeChatTrouble(scope, person.userId, trouble));
  let isSending = false;
  try {
    const config = openChatConfig(deps.secrets, row as ChatIntegrationRow);
    const known = await members.findPerson(config, email, "", signal);
    if (!known) return await note(`${name} knows nobody with your address ${email}.`);
    isSending = true;
    const asks = listReviewRequests(deps, person, { rows: due, chatUser: known.externalId });
    await direct.tell(config, known.externalId, { ...told, ...(asks.length > 0 && { asks }) }, signal);
    await note(null);
  } catch (error) {
    if (isSending ? hadNoEffect(error) : isTemporary(error))
      return inWorkspace(deps.db, person.workspaceId, (scope) => markNotificationsUnsent(scope, "chat", taken));
    const trouble = explainTrouble(error);
    if (trouble === null) deps.log.warn({ err: safeDatabaseError(error) }, "A direct message could not be sent");
    await note(trouble ?? `${name} could not be reached.`);
  }
}

const isTemporary = (error: unknown) =>
  error instanceof RateLimited || error instanceof Unreachable || (error as Error | null)?.name === "AbortError";

async function newsFor(
  { env }: Pick<Deps, "env">,
  scope: PersonScope,
): Promise<{ told: DirectMessage | null; email: string; due: NotificationRow[] }> {
  const [rows, addressee] = [await listUnsent(scope, "chat"), await readAddressee(scope)];
  if (!addressee || rows.length === 0) return { told: null, email: "", due: [] };
  const lists = buildNewsLists(addressee, rows, env.PUBLIC_URL);
  const links = [
    { label: `Open ${BRAND}`, url: `${env.PUBLIC_URL}/notifications` },
    { label: "Notification settings", url: `${env.PUBLIC_URL}/settings/notifications` },
  ];
  const due = rows.filter(({ decision }) => decision === "review-due");
  return { told: { lead: `${formatNewsCount(lists)} for you:`, lists, links }, email: addressee.email, due };
}

/** Lists articles with a due review. Each has a token with which only this person can confirm it by one click. */
const listReviewRequests = (
  { secrets }: SendDeps,
  { workspaceId, userId }: DuePerson,
  { rows, chatUser }: { rows: NotificationRow[]; chatUser: string },
) =>
  rows.flatMap(({ articleId, title }) =>
    articleId === null || title === null
      ? []
      : { title, token: createStillRightToken(secrets, { workspaceId, userId, articleId, chatUser }) },
  );
