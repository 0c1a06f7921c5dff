import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import type { Logger } from "pino";
import { newId } from "../db/new-id.ts";
import type { Env } from "../env.ts";
import type { Secret } from "../secrets/secret.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string> | undefined;
}

export interface Mailer {
  /**
   * Returns once the mail server has accepted the mail. Throws `MailNotSent` if a retry may succeed, and any other error if
   * not.
   */
  send(mail: Mail): Promise<void>;
  close(): void;
}

export class MailNotSent extends Error {}

/**
 * Creates a mailer that sends through SMTP_URL. Without SMTP_URL it writes one .eml file per mail into `outbox` in the data
 * folder, so that a trial needs no mail server.
 */
export function createMailer(env: Pick<Env, "SMTP_URL" | "MAIL_FROM" | "DATA_DIR">, log: Logger): Mailer {
  const from = env.MAIL_FROM;
  if (!env.SMTP_URL) return createOutbox(join(env.DATA_DIR, "outbox"), from, log);
  const transport = createSmtp(env.SMTP_URL);
  return {
    async send(mail) {
      refuseLineBreaks(mail);
      try {
        await transport.sendMail(messageOf(from, mail));
      } catch (cause) {
        if (isRefused(cause)) throw new Error("The mail server refused the mail.", { cause });
        throw new MailNotSent("The mail server cannot be reached or does not take mail at the moment.", { cause });
      }
    },
    close: () => transport.close(),
  };
}

const createSmtp = (address: Secret) =>
  createTransport({
    url: address.reveal(),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Connects to the mail server and signs in without sending. Returns the fault as the product's own sentence, or null. */
export async function findMailTrouble(address: Secret): Promise<string | null> {
  const transport = createSmtp(address);
  try {
    await transport.verify();
    return null;
  } catch (error) {
    const code = (error as { code?: string }).code;
    if (code === "EAUTH") return "The mail server refuses the user or the password of SMTP_URL.";
    return `The mail server cannot be reached${code ? ` (${code})` : ""}. Check SMTP_URL and the way to it.`;
  } finally {
    transport.close();
  }
}

function createOutbox(folder: string, from: string, log: Logger): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return {
    async send(mail) {
      refuseLineBreaks(mail);
      const { message } = await transport.sendMail(messageOf(from, mail));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const file = join(folder, `${newId()}.eml`);
      await writeFile(`${file}.part`, message, { mode: 0o600 });
      await rename(`${file}.part`, file);
      log.info(
        { file, link: /https?:\/\/\S+/.exec(mail.text)?.[0] },
        "No SMTP_URL is set: the mail lies in the outbox",
      );
    },
    close: () => {},
  };
}

/**
 * A 5xx reply is final, except for a failed sign-in at the mail server, which the operator can correct (RFC 5321, section
 * 4.2.1).
 */
function isRefused(error: unknown): boolean {
  const { responseCode = 0, code } = error as { responseCode?: number; code?: string };
  return responseCode >= 500 && code !== "EAUTH";
}

/** Passes the address as an object, because a comma in a string would make two addresses of it. */
function messageOf(from: string, { to, ...rest }: Mail) {
  return { from, to: { name: "", address: to }, ...rest };
}

/** A line break in a header would inject another header. */
function refuseLineBreaks({ to, subject, headers = {} }: Mail): void {
  if (/[\r\n\0]/.test([to, subject, ...Object.entries(headers).flat()].join("")))
    throw new Error("A mail header holds a line break.");
}
