import { z } from "zod";
import { done, type EndpointTable, idParams, moment, requiredText, rowId } from "./endpoint.ts";

/** A mail domain of the workspace. Until `provenAt` nobody at it can be added by provisioning. */
export const mailDomain = z.object({
  id: rowId,
  /** 'acme.com' */
  domain: z.string(),
  /** The TXT record that proves it: its name, and what it has to hold. */
  recordName: z.string(),
  recordValue: z.string(),
  provenAt: moment.nullable(),
  checkedAt: moment.nullable(),
});
export type MailDomain = z.infer<typeof mailDomain>;

export const peopleEndpoints = {
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
  "DELETE /api/mail-domains/:id": {
    summary: "Remove a mail domain: provisioning adds nobody there any more",
    access: "session",
    needs: ["change", "provisioning"],
    params: idParams,
    response: done,
  },
} as const satisfies EndpointTable;
