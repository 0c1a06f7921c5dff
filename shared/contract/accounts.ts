import { z } from "zod";
import { MEMBERSHIPS } from "../domain/access.ts";
import { isCommonPassword, PASSWORD_COMMON } from "../domain/common-passwords.ts";
import { DATE_LOCALES, isTimeZone } from "../domain/dates.ts";
import {
  EMAIL_INVALID,
  EMAIL_PERSONAL,
  isEmail,
  isPersonalMail,
  PASSWORD_CURRENT_MISSING,
  PASSWORD_LENGTH,
  PASSWORD_SAME,
  PASSWORD_TOO_SHORT,
  PLAN_IDS,
  ROLES,
} from "../domain/people.ts";
import { doneResponse, type EndpointTable, moment, requiredText, rowId, text } from "./endpoint.ts";

export const user = z.object({
  id: rowId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(ROLES),
  /** The person's rights in this workspace (shared/domain/access.ts): the browser hides actions that would be refused. */
  membership: z.enum(MEMBERSHIPS),
  /** A requested e-mail address that is not confirmed yet. `email` stays valid until the link in the mail is opened. */
  pendingEmail: z.string().nullable(),
  /** The name of the identity provider that stores the password, which then cannot be changed here; otherwise null. */
  passwordManagedBy: z.string().nullable(),
  /** An IANA name; null for the browser's own. */
  timeZone: z.string().nullable(),
  /** The language of dates (BCP 47); null for British English. */
  dateLocale: z.string().nullable(),
  /** The person dismissed the welcome and the tour for good. */
  welcomeDismissed: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
});
export type User = z.infer<typeof user>;

const password = (tooShort: string) =>
  text(PASSWORD_LENGTH.max)
    .refine((value) => Array.from(value).length >= PASSWORD_LENGTH.min, tooShort)
    .refine((value) => !isCommonPassword(value), PASSWORD_COMMON);
const email = text(254).refine(isEmail, EMAIL_INVALID);

export const accountEndpoints = {
  "GET /api/auth/user": { summary: "The signed-in person", access: "session", response: user },
  "PATCH /api/auth/user": {
    summary: "Change one's own profile; a changed email takes effect when the link sent to it is opened",
    access: "session",
    needs: ["change", "account"],
    body: z.strictObject({
      firstName: requiredText(100),
      lastName: requiredText(100),
      email,
      /** A label without rights, so anybody may choose any. */
      role: z.enum(ROLES),
      /** Required for a change of the email, unless the person signed in a moment ago. */
      currentPassword: text(PASSWORD_LENGTH.max * 2).optional(),
    }),
    response: user,
  },
  "PUT /api/auth/dates": {
    summary: "Choose the time zone and the language of one's dates",
    access: "session",
    needs: ["change", "account"],
    body: z.strictObject({
      timeZone: text(60).refine(isTimeZone, "There is no such time zone.").nullable(),
      dateLocale: z.enum(DATE_LOCALES).nullable(),
    }),
    response: user,
  },
  "PUT /api/auth/welcome": {
    summary: "Choose whether the welcome and the tour are shown",
    access: "session",
    needs: ["change", "account"],
    body: z.strictObject({ dismissed: z.boolean() }),
    response: user,
  },
  "POST /api/auth/change-password": {
    summary: "Change one's own password; every other session of the account ends",
    access: "session",
    needs: ["change", "account"],
    body: z
      .strictObject({
        currentPassword: text(PASSWORD_LENGTH.max * 2).min(1, PASSWORD_CURRENT_MISSING),
        newPassword: password(PASSWORD_TOO_SHORT),
      })
      .refine(({ currentPassword, newPassword }) => newPassword !== currentPassword, {
        path: ["newPassword"],
        message: PASSWORD_SAME,
      }),
    response: doneResponse,
  },
  "POST /api/register": {
    summary: "Create an account with a workspace of its own; a mail with a link verifies it",
    access: "public",
    body: z
      .strictObject({
        firstName: requiredText(100),
        lastName: requiredText(100),
        email: email.refine((value) => !isPersonalMail(value), EMAIL_PERSONAL),
        company: requiredText(200),
        role: text(100).optional(),
        password: password("At least 8 characters."),
        confirmPassword: z.string(),
        plan: z.enum(PLAN_IDS),
        setupIntentId: text(255).optional(),
        setupIntentStatus: text(64).optional(),
        customerId: text(255).optional(),
        subscriptionId: text(255).optional(),
        /** The sign-up form sends these; the server ignores them. */
        stripeCustomerId: text(255).optional(),
        stripeSubscriptionId: text(255).optional(),
      })
      .refine((body) => body.password === body.confirmPassword, {
        path: ["confirmPassword"],
        message: "Passwords do not match",
      }),
    response: z.object({ success: z.literal(true), message: z.string() }),
  },
  "GET /api/verify-email": {
    summary: "Use up the token of a verification mail",
    access: "public",
    query: z.strictObject({ token: text(200) }),
    response: z.object({
      success: z.literal(true),
      message: z.string(),
      user: z.object({ firstName: z.string(), lastName: z.string(), email: z.string(), plan: z.enum(PLAN_IDS) }),
    }),
  },
} as const satisfies EndpointTable;
