import { z } from "zod";
import { PASSWORD_LENGTH } from "../domain/people.ts";
import { type EndpointTable, idParams, moment, rowId, text } from "./endpoint.ts";

export const session = z.object({
  id: rowId,
  /** The device in words, such as 'Firefox on Windows'. */
  device: z.string(),
  /** The IP address without its last part: '203.0.113.…'. Null if none was stored. */
  network: z.string().nullable(),
  createdAt: moment,
  /** For an active session, this time may be up to ten minutes old. */
  lastSeenAt: moment,
  /** Whether this request was made with this session. */
  isThisOne: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const accountDeletion = z.object({
  /**
   * The required confirmation. 'word': the account has no password here, because its person signs in at another
   * provider.
   */
  proof: z.enum(["password", "word"]),
  /** True if one of the person's workspaces has nobody else, so that it is deleted too. */
  isLastPerson: z.boolean(),
  /** Numbers over the deleted workspaces. */
  articles: z.int(),
  integrations: z.int(),
  /** Every workspace of the person, this one first. `goes`: it is deleted too. */
  workspaces: z.array(z.object({ name: z.string(), goes: z.boolean() })),
  /** The time until which everything is erased, if the account is deleted now. */
  purgedBy: moment,
});
export type AccountDeletion = z.infer<typeof accountDeletion>;

/** Endpoints by which people see and delete the data stored about them. */
export const personalDataEndpoints = {
  "GET /api/sessions": {
    summary: "The sessions of one's own account, this one first, then the one seen last",
    access: "session",
    response: z.array(session),
  },
  "DELETE /api/sessions": {
    summary: "Sign out everywhere: every session of one's own account ends, this one too",
    access: "session",
    needs: ["change", "account"],
    response: z.object({ success: z.literal(true) }),
  },
  "DELETE /api/sessions/:id": {
    summary: "End one session of one's own account",
    access: "session",
    needs: ["change", "account"],
    params: idParams,
    response: z.object({ success: z.literal(true) }),
  },
  "GET /api/personal-data": {
    summary: "Everything that is stored of the person and of the workspace, without secrets, as a ZIP file",
    access: "session",
    openWhenExpired: true,
    response: z.string().describe("A ZIP file of JSON and Markdown; README.txt in it says what is where"),
  },
  "GET /api/account-deletion": {
    summary: "What deleting one's own account would do",
    access: "session",
    openWhenExpired: true,
    response: accountDeletion,
  },
  "POST /api/account-deletion": {
    summary: "Delete one's own account; with its last person the workspace goes too",
    access: "session",
    openWhenExpired: true,
    needs: ["change", "account"],
    body: z.strictObject({
      /** The account's password, or the word 'delete' for people who sign in at another provider. */
      proof: text(PASSWORD_LENGTH.max * 2).min(1, "Required."),
    }),
    response: z.object({ success: z.literal(true), purgedBy: moment }),
  },
} as const satisfies EndpointTable;
