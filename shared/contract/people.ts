import { z } from "zod";
import { MEMBERSHIPS } from "../domain/access.ts";
import { doneResponse, type EndpointTable, idParams, moment, requiredText, rowId } from "./endpoint.ts";

/** A mail domain of the workspace. Before `provenAt`, provisioning cannot add people with this domain. */
export const mailDomain = z.object({
  id: rowId,
  /** The mail domain, such as 'acme.com'. */
  domain: z.string(),
  /** The DNS TXT record that proves the domain: its name and its required content. */
  recordName: z.string(),
  recordValue: z.string(),
  provenAt: moment.nullable(),
  checkedAt: moment.nullable(),
  /** How the domain was proven; null if it is not proven. */
  provenBy: z.enum(["dns", "mail"]).nullable(),
});
export type MailDomain = z.infer<typeof mailDomain>;

/** A person of the workspace. */
export const member = z.object({
  id: rowId,
  name: z.string(),
  email: z.string(),
  membership: z.enum(MEMBERSHIPS),
  /** The last use of one of the person's sessions; null if there is no session. */
  lastSeenAt: moment.nullable(),
  /** The company's identity provider manages this person (SCIM). */
  isProvisioned: z.boolean(),
  isYou: z.boolean(),
  /** The number of the person's articles that the reader may read. */
  articles: z.int(),
});
export type Member = z.infer<typeof member>;

export const peopleEndpoints = {
  "GET /api/people": {
    summary: "The people of the workspace and what each may do",
    access: "session",
    needs: ["read", "people"],
    response: z.array(member),
  },
  "GET /api/people/export": {
    summary: "Export the people of the workspace, deactivated and invited ones too, as a CSV file",
    access: "session",
    needs: ["read", "invitations"],
    response: z.string().describe("A CSV file: name, address, role, state, last seen, joined"),
  },
  "PATCH /api/people/:id": {
    summary: "Change a person's role; an owner is made and changed by an owner alone, and one always stays",
    access: "session",
    needs: ["change", "people"],
    params: idParams,
    body: z.strictObject({ membership: z.enum(MEMBERSHIPS) }),
    response: doneResponse,
  },
  "DELETE /api/people/:id": {
    summary: "Remove a person: they are signed out at once, and what they wrote stays",
    access: "session",
    needs: ["change", "people"],
    params: idParams,
    /**
     * The new owner of the person's articles. By default, the person who chose each article's channel, or an owner of
     * the workspace.
     */
    query: z.strictObject({ articlesTo: rowId.optional() }),
    response: doneResponse,
  },
  "GET /api/mail-domains": {
    summary: "The mail domains of the workspace and the DNS records that prove them",
    access: "session",
    needs: ["read", "provisioning"],
    response: z.array(mailDomain),
  },
  "POST /api/mail-domains": {
    summary: "Name a mail domain of the workspace: its DNS record has to prove it",
    access: "session",
    needs: ["change", "provisioning"],
    body: z.strictObject({ domain: requiredText(253) }),
    response: mailDomain,
  },
  "POST /api/mail-domains/:id/check": {
    summary: "Look for the DNS record of a mail domain now",
    access: "session",
    needs: ["change", "provisioning"],
    params: idParams,
    response: mailDomain,
  },
  "POST /api/mail-domains/:id/mail": {
    summary: "Send the mail to the domain's administrator whose link proves it, where a DNS record cannot be made",
    access: "session",
    needs: ["change", "provisioning"],
    params: idParams,
    body: z.strictObject({ mailbox: z.enum(["admin", "postmaster"]) }),
    response: doneResponse,
  },
  "DELETE /api/mail-domains/:id": {
    summary: "Remove a mail domain: provisioning adds nobody there any more",
    access: "session",
    needs: ["change", "provisioning"],
    params: idParams,
    response: doneResponse,
  },
} as const satisfies EndpointTable;
