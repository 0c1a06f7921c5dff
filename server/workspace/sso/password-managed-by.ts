import type { Env } from "../../env.ts";

type Settings = Pick<Env, "OIDC_ISSUER" | "OIDC_NAME" | "OIDC_PASSWORD_SIGN_IN">;

/** Returns the name of the identity provider that manages a person's password; null if this product manages it. */
export function findPasswordProviderName(
  { OIDC_ISSUER: issuer, OIDC_NAME: name, OIDC_PASSWORD_SIGN_IN: passwordsWork }: Settings,
  { passwordHash }: { passwordHash: string | null },
): string | null {
  return issuer && (passwordHash === null || !passwordsWork) ? name : null;
}
