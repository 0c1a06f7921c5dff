import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MailStandIn, startMailStandIn } from "../../tools/stand-ins/mail/mail.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { loadEnv } from "../env.ts";
import { RetryLater } from "../queue/queue.ts";
import { createTestApp } from "../testing/test-app.ts";
import { writeLetter } from "./letter.ts";
import { createMailer, MailNotSent } from "./mailer.ts";
import { enqueueMail, sendQueuedMail } from "./queued-mail.ts";

const log = pino({ level: "silent" });
const mail = {
  to: "ada@acme.test",
  subject: "Grüße",
  ...writeLetter({
    title: "Hello <Ada> & Co.",
    paragraphs: ["Welcome to “Acme”."],
    button: { label: "Open", url: "https://lorekeep.test/verify-email?token=abc&x=1" },
    footnotes: [],
  }),
};

let standIn: MailStandIn;
beforeAll(async () => {
  standIn = await startMailStandIn();
});
afterAll(() => standIn.close());

const bySmtp = (smtpUrl: string) =>
  createMailer(loadEnv({ SMTP_URL: smtpUrl, MAIL_FROM: "Lore <lore@acme.test>" }), log);

describe("a mail", () => {
  it("a mail arrives as text and as HTML with the same content, and people's text is escaped", async () => {
    const mailer = bySmtp(standIn.smtpUrl);
    await mailer.send(mail);
    mailer.close();
    const arrived = standIn.mails.at(-1);
    expect(arrived).toMatchObject({ from: "lore@acme.test", to: ["ada@acme.test"], subject: "Grüße" });
    expect(arrived?.text).toContain("Hello <Ada> & Co.");
    expect(arrived?.text).toContain("https://lorekeep.test/verify-email?token=abc&x=1");
    expect(arrived?.html).toContain("Hello &lt;Ada&gt; &amp; Co.");
    expect(arrived?.html).toContain('href="https://lorekeep.test/verify-email?token=abc&amp;x=1"');
  });

  it("a line break in subject or address adds no header to a mail", async () => {
    const mailer = bySmtp(standIn.smtpUrl);
    const before = standIn.mails.length;
    for (const part of [{ subject: "x\r\nBcc: eve@evil.test" }, { to: "ada@acme.test\nBcc: eve@evil.test" }])
      await expect(mailer.send({ ...mail, ...part })).rejects.toThrow("line break");
    mailer.close();
    expect(standIn.mails).toHaveLength(before);
  });

  it("a mail goes to one address, whatever the address contains", async () => {
    const mailer = bySmtp(standIn.smtpUrl);
    const before = standIn.mails.length;
    await mailer.send({ ...mail, to: "eve,ada@acme.test" }).catch(() => {});
    mailer.close();
    for (const { to } of standIn.mails.slice(before)) expect(to).toHaveLength(1);
    expect(standIn.mails.slice(before).flatMap(({ to }) => to)).not.toContain("ada@acme.test");
  });

  it("a mail is sent again when the server says later, and given up when the server says never", async () => {
    const mailer = bySmtp(standIn.smtpUrl);
    standIn.refuse(451);
    await expect(mailer.send(mail)).rejects.toBeInstanceOf(MailNotSent);
    standIn.refuse(550);
    await expect(mailer.send(mail)).rejects.not.toBeInstanceOf(MailNotSent);
    mailer.close();
    const nobody = bySmtp("smtp://127.0.0.1:1");
    await expect(nobody.send(mail)).rejects.toBeInstanceOf(MailNotSent);
    nobody.close();
  });

  it("without a mail server, a mail is stored in the data folder's outbox, and the log shows its link", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-outbox-"));
    const lines: string[] = [];
    const told = pino({ level: "info" }, { write: (line) => void lines.push(line) });
    await createMailer(loadEnv({ DATA_DIR: dataDir }), told).send(mail);
    const [name = ""] = await readdir(join(dataDir, "outbox"));
    const parsed = await PostalMime.parse(await readFile(join(dataDir, "outbox", name)));
    expect(parsed).toMatchObject({ subject: "Grüße", to: [{ address: "ada@acme.test" }] });
    expect(lines.join()).toContain("https://lorekeep.test/verify-email?token=abc");
    await rm(dataDir, { recursive: true });
  });
});

describe("a mail in the queue", () => {
  it("a queued mail is stored encrypted, survives an unavailable mail server, and arrives once the server accepts it", async () => {
    const mailer = bySmtp(standIn.smtpUrl);
    const test = await createTestApp({ mailer });
    const { id: workspaceId } = await test.newWorkspace();
    await inWorkspace(test.db, workspaceId, (scope) =>
      enqueueMail(test.deps, scope, { ...mail, to: "later@acme.test" }),
    );
    const { rows } = await test.db.$client.query<{ data: { mail: typeof mail } }>("select data from pgboss.job");
    expect(JSON.stringify(rows)).not.toContain("token=abc");
    expect(rows).toHaveLength(1);

    const handle = sendQueuedMail(test.deps);
    const job = { queue: "mail" as const, workspaceId, mail: rows[0]?.data.mail ?? mail };
    standIn.refuse(421);
    await expect(
      handle(job, { number: 1, isLast: false, signal: new AbortController().signal }),
    ).rejects.toBeInstanceOf(RetryLater);
    await test.deps.queue.work({ mail: handle });
    await expect.poll(() => standIn.mails.at(-1)).toMatchObject({ to: ["later@acme.test"] });
    expect(standIn.mails.at(-1)?.text).toContain("token=abc");
    await test.close();
  });

  it("the mail stand-in shows a mail on its page", async () => {
    const page = await (await fetch(standIn.url)).text();
    expect(page).toContain("Grüße");
    const shown = await fetch(`${standIn.url}/mails/1`);
    expect(shown.headers.get("content-security-policy")).toMatch(/^sandbox/);
    expect(await shown.text()).toContain("Welcome to");
  });
});
