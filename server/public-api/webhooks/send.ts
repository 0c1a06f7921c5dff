import { parseRetryAfter } from "../../../connectors/http.ts";
import { recordActivity } from "../../activity/index.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { writeLetter } from "../../mail/letter.ts";
import type { Mail } from "../../mail/mailer.ts";
import { enqueueMail } from "../../mail/queued-mail.ts";
import { CannotDecrypt, locateWebhookSecret } from "../../secrets/key-ring.ts";
import { VERSION } from "../../version.ts";
import {
  type ClaimedDelivery,
  claimDelivery,
  type DueDelivery,
  deletePossibleReceipt,
  failWaitingDeliveries,
  listDueDeliveries,
  storeDeliveryFailure,
  storeDeliveryOutcome,
  storeDeliverySuccess,
  storePossibleReceipt,
  switchOffWebhook,
} from "./delivery-queries.ts";
import { buildBody, explainSkip } from "./message.ts";
import { signHeaders } from "./signature.ts";
import { listAdmins, listWebhooksMadeBy } from "./webhook-queries.ts";

type SendDeps = Pick<Deps, "db" | "env" | "events" | "fetch" | "log" | "queue" | "secrets">;

const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds between attempts: eight attempts in a day. */
const RETRY_DELAYS_SECONDS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 4 * HOUR, 7 * HOUR, 10 * HOUR];
const TIMEOUT_MS = 10_000;
const ADDRESSES_AT_ONCE = 20;
const LONGEST_RESPONSE = 500;
const HTTP_GONE = 410;

/**
 * Sends due deliveries. Webhooks do not wait for each other. The deliveries of one webhook are sent one after the
 * other, oldest first.
 */
export async function sendWebhooks(deps: SendDeps, signal?: AbortSignal): Promise<void> {
  const due = Object.values(Object.groupBy(await listDueDeliveries(deps.db), ({ webhookId }) => webhookId));
  const takeNext = async () => {
    for (let next = due.shift(); next; next = due.shift())
      for (const delivery of next) {
        if (signal?.aborted) return;
        await sendDelivery(deps, delivery).catch((error: unknown) =>
          deps.log.error({ err: safeDatabaseError(error) }, "A delivery of a webhook failed and comes again"),
        );
      }
  };
  await Promise.all(Array.from({ length: ADDRESSES_AT_ONCE }, takeNext));
}

/**
 * Makes one attempt. If the process ends after sending but before storing the outcome, the delivery is sent again with
 * the same id.
 */
export async function sendDelivery(
  deps: SendDeps,
  { workspaceId, id }: Pick<DueDelivery, "workspaceId" | "id">,
): Promise<void> {
  const claimed = await inWorkspace(deps.db, workspaceId, (scope) => claimOrSkip(scope, id));
  if (!claimed) return;
  const answer = await post(deps, workspaceId, claimed);
  await inWorkspace(deps.db, workspaceId, (scope) => handleAnswer(deps, scope, claimed, answer));
}

/** Claims a delivery. Returns null if there is nothing to send. */
export async function claimOrSkip(scope: WorkspaceScope, id: string): Promise<ClaimedDelivery | null> {
  const claimed = await claimDelivery(scope, id);
  if (!claimed) return null;
  const response = explainSkip(claimed);
  if (response !== null) {
    await storeDeliveryOutcome(scope, claimed, { state: "skipped", status: null, response, waitSeconds: null });
    return null;
  }
  if (claimed.articleId && claimed.type !== "article.retracted")
    await storePossibleReceipt(scope, claimed.webhookId, claimed.articleId);
  return claimed;
}

interface ReceiverAnswer {
  /** The HTTP status; null without an answer. */
  status: number | null;
  /** The beginning of the answer's body, or the reason why there is no answer. */
  response: string;
  /** The seconds for which the receiver asked us to wait. */
  waitSeconds: number;
}

async function post(
  { env, fetch, secrets }: SendDeps,
  workspaceId: string,
  claimed: ClaimedDelivery,
): Promise<ReceiverAnswer> {
  const body = buildBody(claimed, env.PUBLIC_URL);
  try {
    const known = secrets.open(claimed.secretsSealed, locateWebhookSecret(workspaceId, claimed.webhookId)).split(" ");
    const signing = claimed.signsTwice ? known : known.slice(0, 1);
    const message = { id: claimed.id, timestamp: Math.floor(Date.now() / 1000), body };
    const answer = await fetch(claimed.url, {
      method: "POST",
      headers: { ...signHeaders(message, signing), "user-agent": `Lorekeep/${VERSION}` },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const waitSeconds = answer.headers.has("retry-after") ? Math.ceil(parseRetryAfter(answer.headers) / 1000) : 0;
    return { status: answer.status, response: await beginningOf(answer), waitSeconds };
  } catch (error) {
    return { status: null, response: reasonOf(error), waitSeconds: 0 };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof CannotDecrypt) return "The secret of this webhook cannot be read any more. Make a new one.";
  const { name, message } = error as Error;
  return name === "TimeoutError" ? `No answer in ${TIMEOUT_MS / 1000} seconds.` : message;
}

/**
 * Reads only the beginning of an answer, because strangers wrote it. Removes invisible characters and those that cannot
 * be stored.
 */
async function beginningOf(answer: Response): Promise<string> {
  let bytes = Buffer.alloc(0);
  try {
    for await (const chunk of answer.body ?? []) {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length > LONGEST_RESPONSE * 4) break;
    }
  } catch {
    // The status was already read, so the delivery has arrived.
  }
  const shown = bytes
    .toString("utf8")
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .toWellFormed()
    .trim();
  return [...shown].slice(0, LONGEST_RESPONSE).join("");
}

async function handleAnswer(
  deps: SendDeps,
  scope: WorkspaceScope,
  claimed: ClaimedDelivery,
  answer: ReceiverAnswer,
): Promise<void> {
  const { webhookId, articleId, type, tries } = claimed;
  const { status, response } = answer;
  const isTest = type === "webhook.test";
  if (status !== null && status >= 200 && status < 300) {
    await storeDeliveryOutcome(scope, claimed, { state: "delivered", status, response, waitSeconds: null });
    if (type === "article.retracted" && articleId) await deletePossibleReceipt(scope, webhookId, articleId);
    return storeDeliverySuccess(scope, webhookId);
  }
  const pause = isTest || status === HTTP_GONE ? undefined : RETRY_DELAYS_SECONDS[tries - 1];
  const waitSeconds = pause === undefined ? null : Math.max(jittered(pause), answer.waitSeconds);
  const state = waitSeconds === null ? "failed" : "waiting";
  await storeDeliveryOutcome(scope, claimed, { state, status, response, waitSeconds });
  if (isTest) return;
  const isTooLong = await storeDeliveryFailure(scope, webhookId);
  if (status === HTTP_GONE) await disableWebhook(deps, scope, webhookId, "The address answered that it is gone (410).");
  else if (isTooLong) await disableWebhook(deps, scope, webhookId, "Nothing arrived there for five days.");
}

/** Adds up to a tenth, so that failed deliveries are not all retried at the same time. */
const jittered = (seconds: number) => Math.round(seconds * (1 + Math.random() / 10));

/**
 * Ends the webhooks of a person who lost the right to change webhooks. The person chose their URLs, and may be
 * receiving the deliveries.
 */
export async function endWebhooksOfPerson(
  deps: Pick<SendDeps, "env" | "events" | "queue" | "secrets">,
  scope: WorkspaceScope,
  userId: string,
): Promise<void> {
  for (const id of await listWebhooksMadeBy(scope, userId)) await disableWebhook(deps, scope, id, REASON_MAKER_LEFT);
}
const REASON_MAKER_LEFT =
  "Whoever set it up is no longer an owner or admin. Switch it on again if the workspace still needs it.";

async function disableWebhook(
  deps: Pick<SendDeps, "env" | "events" | "queue" | "secrets">,
  scope: WorkspaceScope,
  webhookId: string,
  reason: string,
): Promise<void> {
  const off = await switchOffWebhook(scope, webhookId, reason);
  if (!off) return;
  await failWaitingDeliveries(scope, webhookId);
  const { host } = new URL(off.url);
  await recordActivity(scope, deps.events, {
    type: "error",
    message: `The webhook to ${host} was switched off. ${reason}`,
  });
  for (const { email } of await listAdmins(scope))
    await enqueueMail(deps, scope, buildSwitchedOffMail(email, { host, reason, publicUrl: deps.env.PUBLIC_URL }));
}

interface SwitchedOff {
  host: string;
  reason: string;
  publicUrl: string;
}

const buildSwitchedOffMail = (to: string, { host, reason, publicUrl }: SwitchedOff): Mail => ({
  to,
  subject: `The webhook to ${host} was switched off`,
  ...writeLetter({
    title: "A webhook was switched off",
    paragraphs: [
      `Your workspace tells ${host} what happens to its articles. ${reason} Nothing is sent there until somebody switches it on again.`,
    ],
    button: { label: "Open the webhooks", url: `${publicUrl}/settings/webhooks` },
    footnotes: ["You get this email because you are an owner or admin of the workspace."],
  }),
});
