import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { FastifyInstance } from "fastify";
import PostalMime from "postal-mime";
import { SMTPServer } from "smtp-server";
import { type StandIn, type StandInOptions, startStandIn } from "../stand-in.ts";

export interface ReceivedMail {
  number: number;
  at: Date;
  from: string;
  to: string[];
  subject: string;
  text: string;
  html: string;
}

export interface MailStandIn extends StandIn {
  readonly smtpUrl: string;
  /** The received mails, oldest first. `url` shows them to people, and `url/api/mails` returns them as JSON. */
  readonly mails: ReceivedMail[];
  /** Refuses the next mails with this SMTP code: 451 means temporarily, 550 permanently. */
  refuse(code: number, times?: number): void;
}

/** Starts a mail server that delivers no mail and shows every mail that it received. */
export async function startMailStandIn({
  smtpPort = 0,
  ...options
}: StandInOptions & { smtpPort?: number } = {}): Promise<MailStandIn> {
  const mails: ReceivedMail[] = [];
  const refusals: number[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, { envelope }, done) {
      const to = envelope.rcptTo.map(({ address }) => address);
      void (async () => done(await take(stream, to)))();
    },
  });

  /** Receives a mail. Returns null if the mail was accepted. */
  async function take(stream: Readable, to: string[]): Promise<Error | null> {
    const raw = await buffer(stream);
    const responseCode = refusals.shift();
    if (responseCode) return Object.assign(new Error("Ordered refusal"), { responseCode });
    const { from, subject = "", text = "", html = "" } = await PostalMime.parse(raw);
    mails.push({ number: mails.length + 1, at: new Date(), from: from?.address ?? "", to, subject, text, html });
    return null;
  }

  await new Promise<void>((resolve, reject) => {
    smtp.once("error", reject);
    smtp.listen(smtpPort, "127.0.0.1", resolve);
  });
  const { port } = smtp.server.address() as AddressInfo;
  const web = await startStandIn("mail", (app) => showMails(app, mails), options);
  return {
    ...web,
    smtpUrl: `smtp://127.0.0.1:${port}`,
    mails,
    refuse: (code, times = 1) => void refusals.push(...Array<number>(times).fill(code)),
    async close() {
      await new Promise<void>((resolve) => smtp.close(resolve));
      await web.close();
    },
  };
}

function showMails(app: FastifyInstance, mails: ReceivedMail[]): void {
  app.get("/", (_request, reply) => reply.type("text/html; charset=utf-8").send(listPage(mails)));
  app.get<{ Params: { number: string } }>("/mails/:number", (request, reply) => {
    const mail = mails[Number(request.params.number) - 1];
    // Links in a mail open outside of the sandbox. Scripts in a mail never run.
    reply.header("content-security-policy", "sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation");
    return reply
      .code(mail ? 200 : 404)
      .type("text/html; charset=utf-8")
      .send(mail?.html ?? "No such mail.");
  });
  app.get("/api/mails", async () => mails);
}

function listPage(mails: ReceivedMail[]): string {
  const rows = mails
    .toReversed()
    .map(
      ({ number, at, to, subject }) =>
        `<tr><td>${at.toLocaleTimeString("en")}</td><td>${escape(to.join(", "))}</td><td><a href="/mails/${number}">${escape(subject)}</a></td></tr>`,
    );
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta http-equiv="refresh" content="5"><title>Mail</title>
<style>body{font:16px/1.6 Georgia,serif;background:#f8f6f1;color:#1e1b17;max-width:760px;margin:48px auto;padding:0 24px}
table{width:100%;border-collapse:collapse}td{padding:8px 16px 8px 0;border-top:1px solid #dfd8cb}a{color:#17603f}</style>
<h1>Mail</h1><p>Nothing leaves this machine: what the product sends arrives here.</p>
${rows.length > 0 ? `<table>${rows.join("")}</table>` : "<p>No mail yet.</p>"}`;
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
