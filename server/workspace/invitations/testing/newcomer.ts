import type { Membership } from "../../../../shared/domain/access.ts";
import { buildUser, buildWorkspace } from "../../../testing/factories.ts";
import type { SignedIn, TestApp } from "../../../testing/test-app.ts";
import { deliverMailsTo } from "../../accounts/testing/deliver-mails.ts";

let number = 0;

/** Sends the form of the join page from a new browser, or with the given cookie. */
export function postJoin(test: TestApp, values: Record<string, string>, cookie?: string) {
  number += 1;
  return test.app.inject({
    method: "POST",
    url: "/join",
    remoteAddress: `10.13.${number >> 8}.${number % 256}`,
    headers: { "content-type": "application/x-www-form-urlencoded", ...(cookie && { cookie }) },
    payload: new URLSearchParams(values).toString(),
  });
}

export const createAddress = (host = "acme.test") => `newcomer${(number += 1)}@${host}`;

export async function signInMember(test: TestApp, membership: Membership = "owner", workspaceId?: string) {
  const of = workspaceId ?? (await buildWorkspace(test.db, { name: `Larkmoor ${(number += 1)}` })).id;
  const person = await buildUser(test.db, { workspaceId: of, membership });
  return { ...person, ...(await test.signIn(person)) };
}

export const invite = ({ inject }: SignedIn, emails: string[], membership = "editor", words?: string) =>
  inject({ method: "POST", url: "/api/invitations", payload: { emails, membership, ...(words && { words }) } });

/** Returns the token in the newest mail to this address. */
export async function findInvitationToken(test: TestApp, email: string): Promise<string> {
  const mail = (await deliverMailsTo(test, email)).filter(({ text }) => text.includes("/join?token=")).at(-1);
  return /token=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
}

export const NEWCOMER_FORM = {
  firstName: "Grace",
  lastName: "Hopper",
  password: "nanoseconds!",
  confirm: "nanoseconds!",
};

/** Returns the cookie of the session that an answer started. */
export const buildCookie = (answer: { cookies: { name: string; value: string }[] }) =>
  `sid=${answer.cookies.find(({ name }) => name === "sid")?.value ?? ""}`;
