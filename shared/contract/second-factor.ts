import { z } from "zod";
import { PASSWORD_LENGTH } from "../domain/people.ts";
import { doneResponse, type EndpointTable, moment, text } from "./endpoint.ts";

export const secondFactor = z.object({
  /** The time since which sign-in requires a code; null while it does not. */
  since: moment.nullable(),
  recoveryCodesLeft: z.int(),
  /** The name of an identity provider that requires second factors itself; otherwise null. */
  managedBy: z.string().nullable(),
});
export type SecondFactor = z.infer<typeof secondFactor>;

const password = text(PASSWORD_LENGTH.max * 2).min(1, "Enter your password.");
/** Six digits from the authenticator app, or a recovery code. Blanks and hyphens are ignored. */
const code = text(40).min(1, "Enter the code.");
const recoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });

/** The second step of signing in: an authenticator app (TOTP, RFC 6238) and recovery codes. */
export const secondFactorEndpoints = {
  "GET /api/second-factor": {
    summary: "Whether a code is asked for at sign-in",
    access: "session",
    response: secondFactor,
  },
  "POST /api/second-factor": {
    summary: "Begin to set up an authenticator app; nothing changes before its first code is confirmed",
    access: "session",
    needs: ["change", "account"],
    body: z.strictObject({ password }),
    response: z.object({
      /** The secret in Base32, for typing into the app. */
      secret: z.string(),
      /** The secret as a URI 'otpauth://…', for a QR code. */
      uri: z.string(),
    }),
  },
  "POST /api/second-factor/confirm": {
    summary: "Turn the second step on with a code of the app; answers the recovery codes, once",
    access: "session",
    needs: ["change", "account"],
    body: z.strictObject({ code }),
    response: recoveryCodes,
  },
  "POST /api/second-factor/recovery-codes": {
    summary: "New recovery codes; the former ones are void",
    access: "session",
    needs: ["change", "account"],
    body: z.strictObject({ password, code }),
    response: recoveryCodes,
  },
  "POST /api/second-factor/off": {
    summary: "Turn the second step off, with the password and a code",
    access: "session",
    needs: ["change", "account"],
    body: z.strictObject({ password, code }),
    response: doneResponse,
  },
} as const satisfies EndpointTable;
