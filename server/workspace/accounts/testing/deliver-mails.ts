import type { Mail } from "../../../mail/mailer.ts";
import { sendQueuedMail } from "../../../mail/queued-mail.ts";
import type { TestApp } from "../../../testing/test-app.ts";

/** Mail deliveries in progress, by application. */
const sending = new WeakMap<TestApp, Promise<void>>();

/** Delivers queued mails without a worker. Returns every mail ever sent to this address, oldest first. */
export async function deliverMailsTo(test: TestApp, email: string): Promise<Mail[]> {
  const before = sending.get(test) ?? Promise.resolve();
  const sent = before.then(() => sendWaiting(test));
  sending.set(
    test,
    sent.catch(() => undefined),
  );
  await sent;
  return test.mails.filter(({ to }) => to === email);
}

async function sendWaiting({ db, deps }: TestApp): Promise<void> {
  const { rows } = await db.$client.query<{ data: object }>(
    `with due as (delete from pgboss.job where name = 'mail' and state = 'created' returning data, created_on)
     select data from due order by created_on`,
  );
  const attempt = { number: 1, isLast: false, signal: new AbortController().signal };
  for (const { data } of rows) await sendQueuedMail(deps)({ queue: "mail", ...data } as never, attempt);
}
