import { z } from "zod";
import { MEMBERSHIPS } from "../domain/access.ts";
import { LINK_DAYS, MAX_INVITED_AT_ONCE, MAX_WELCOME_CHARACTERS } from "../domain/people.ts";
import { doneResponse, type EndpointTable, idParams, moment, rowId, text } from "./endpoint.ts";

const membership = z.enum(MEMBERSHIPS);
/** People who join on their own initiative never become owners. */
const newcomer = membership.exclude(["owner"]);

export const invitation = z.object({
  id: rowId,
  email: z.string(),
  membership,
  /** The state of the invitation. An expired one can be sent again. */
  state: z.enum(["pending", "expired", "accepted", "revoked"]),
  /** The inviter; null if the person asked to join by a link or mail domain, or if the inviter's account is gone. */
  invitedBy: z.string().nullable(),
  /**
   * The code that a person who waits for approval sees too, if they asked by a link and this installation sends no
   * mail. Otherwise null.
   */
  approvalCode: z.string().nullable(),
  sentAt: moment,
  expiresAt: moment,
});
export type Invitation = z.infer<typeof invitation>;

/** The outcome of inviting one address. */
export const invitationOutcome = z.object({
  email: z.string(),
  outcome: z.enum(["invited", "invited-already", "member", "directory", "not-an-address", "too-many"]),
  /** A link that the inviter passes on, if this installation sends no mail. */
  link: z.string().nullable(),
});
export type InvitationOutcome = z.infer<typeof invitationOutcome>;

export const invitationLink = z.object({
  id: rowId,
  /** The last four characters, because nobody can read the link again. */
  last4: z.string(),
  membership,
  joined: z.int(),
  expiresAt: moment,
});
export type InvitationLink = z.infer<typeof invitationLink>;

export const newcomerSettings = z.object({
  membership: newcomer,
  /** People with an e-mail address at a proven mail domain may join without an invitation. */
  joinByDomain: z.boolean(),
});
export type NewcomerSettings = z.infer<typeof newcomerSettings>;

export const invitationEndpoints = {
  "GET /api/invitations": {
    summary: "Who was invited to the workspace, the latest first",
    access: "session",
    needs: ["read", "invitations"],
    response: z.array(invitation),
  },
  "POST /api/invitations": {
    summary: "Invite people; each gets a mail, and an answer of its own",
    access: "session",
    needs: ["change", "invitations"],
    body: z.strictObject({
      emails: z.array(text(320)).min(1, "Required.").max(MAX_INVITED_AT_ONCE),
      membership,
      words: text(MAX_WELCOME_CHARACTERS).optional(),
    }),
    response: z.object({ results: z.array(invitationOutcome) }),
  },
  "POST /api/invitations/:id/resend": {
    summary: "Send an invitation again: for seven days from now, and the link before it works no more",
    access: "session",
    needs: ["change", "invitations"],
    params: idParams,
    response: z.object({ link: z.string().nullable() }),
  },
  "POST /api/invitations/:id/approve": {
    summary: "Let somebody in who asked by a link where no mail goes out: their own link works from now on",
    access: "session",
    needs: ["change", "invitations"],
    params: idParams,
    response: doneResponse,
  },
  "DELETE /api/invitations/:id": {
    summary: "Revoke an invitation: its link works no more",
    access: "session",
    needs: ["change", "invitations"],
    params: idParams,
    response: doneResponse,
  },
  "GET /api/invitation-links": {
    summary: "The links by which people may join the workspace",
    access: "session",
    needs: ["read", "invitations"],
    response: z.array(invitationLink),
  },
  "POST /api/invitation-links": {
    summary: "A new link to join the workspace: this answer alone holds it",
    access: "session",
    needs: ["change", "invitations"],
    body: z.strictObject({ membership: newcomer, days: z.literal(LINK_DAYS) }),
    response: z.object({ id: rowId, link: z.string() }),
  },
  "DELETE /api/invitation-links/:id": {
    summary: "Revoke a link, with the invitations that were asked for by it",
    access: "session",
    needs: ["change", "invitations"],
    params: idParams,
    response: doneResponse,
  },
  "GET /api/newcomers": {
    summary: "What somebody is who comes in without an invitation, and whether the mail domain is enough",
    access: "session",
    needs: ["read", "invitations"],
    response: newcomerSettings,
  },
  "PUT /api/newcomers": {
    summary: "Say what somebody is who comes in without an invitation, and whether the mail domain is enough",
    access: "session",
    needs: ["change", "invitations"],
    body: z.strictObject(newcomerSettings.shape),
    response: newcomerSettings,
  },
  "GET /api/workspaces": {
    summary: "The workspaces of the signed-in person, and those their mail domain lets them join",
    access: "session",
    openWhenExpired: true,
    response: z.object({
      own: z.array(z.object({ id: rowId, name: z.string(), membership, isActive: z.boolean() })),
      joinable: z.array(z.object({ id: rowId, name: z.string() })),
    }),
  },
  "POST /api/workspaces/:id/enter": {
    summary: "Work in another of one's own workspaces from now on, in this session",
    access: "session",
    openWhenExpired: true,
    needs: ["change", "account"],
    params: idParams,
    response: doneResponse,
  },
  "POST /api/workspaces/:id/join": {
    summary: "Join a workspace that has proven one's mail domain and lets people in by it",
    access: "session",
    openWhenExpired: true,
    needs: ["change", "account"],
    params: idParams,
    response: doneResponse,
  },
  "DELETE /api/workspaces/:id/membership": {
    summary: "Leave a workspace: what one wrote there stays, and the session goes on in another one",
    access: "session",
    openWhenExpired: true,
    needs: ["change", "account"],
    params: idParams,
    response: doneResponse,
  },
} as const satisfies EndpointTable;
export type WorkspacesResponse = z.infer<(typeof invitationEndpoints)["GET /api/workspaces"]["response"]>;
