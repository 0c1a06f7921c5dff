import type { Env } from "../../env.ts";

type Settings = Pick<Env, "OIDC_ISSUER" | "OIDC_NAME" | "OIDC_PASSWORD_SIGN_IN">;

/** The identity provider's name when it manages a person's password; null when this product does. */
export function findPasswordManager(
  { OIDC_ISSUER: issuer, OIDC_NAME: name, OIDC_PASSWORD_SIGN_IN: passwordsWork }: Settings,
  { passwordHash }: { passwordHash: string | null },
): string | null {
  return issuer && (passwordHash === null || !passwordsWork) ? name : null;
}
