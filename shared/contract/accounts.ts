import { z } from "zod";
import {
  EMAIL_INVALID,
  EMAIL_PERSONAL,
  isEmail,
  isPersonalMail,
  PASSWORD_LENGTH,
  PLAN_IDS,
  ROLES,
} from "../domain/people.ts";
import { type EndpointTable, moment, requiredText, rowId, text } from "./endpoint.ts";

export const user = z.object({
  id: rowId,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(ROLES),
  createdAt: moment,
  updatedAt: moment,
});
export type User = z.infer<typeof user>;

const password = text(PASSWORD_LENGTH.max).refine(
  (value) => [...value].length >= PASSWORD_LENGTH.min,
  "At least 8 characters.",
);
const email = text(254).refine(isEmail, EMAIL_INVALID);

export const accountEndpoints = {
  "GET /api/auth/user": { summary: "The signed-in person", access: "session", response: user },
  "POST /api/register": {
    summary: "Open an account with a workspace of its own; a mail with a link verifies it",
    access: "public",
    body: z
      .strictObject({
        firstName: requiredText(100),
        lastName: requiredText(100),
        email: email.refine((value) => !isPersonalMail(value), EMAIL_PERSONAL),
        company: requiredText(200),
        role: text(100).optional(),
        password,
        confirmPassword: z.string(),
        plan: z.enum(PLAN_IDS),
        setupIntentId: text(255).optional(),
        setupIntentStatus: text(64).optional(),
        customerId: text(255).optional(),
        subscriptionId: text(255).optional(),
        /** Held by the form (specification, section 3); accepted and ignored. */
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
