/** A person's verified claims. Signature, audience, nonce and times of the token were checked. */
export interface ProviderPerson {
  issuer: string;
  subject: string;
  /** The address as the provider spells it; null if the provider sent no address. */
  email: string | null;
  /** The provider vouches that the address is this person's. */
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
}

const MOST_GROUPS = 50;

/** Reads the names of the person's groups from the claim name that most providers use; empty without this claim. */
export function readGroups(claims: Readonly<Record<string, unknown>>): string[] {
  const { groups } = claims;
  const named = Array.isArray(groups) ? groups.filter((one): one is string => typeof one === "string") : [];
  return named.slice(0, MOST_GROUPS).map((one) => one.replaceAll("\0", "").toWellFormed().slice(0, 100));
}

/**
 * Reads the person from a token's claims. An address without `email_verified` counts as verified only if the operator says so.
 */
export function readPerson(
  claims: Readonly<Record<string, unknown>> & { iss?: unknown; sub?: unknown },
  { trustsEmail }: { trustsEmail: boolean },
): ProviderPerson {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === "string" ? value.replaceAll("\0", "").toWellFormed().trim() : "";
  };
  const [first = "", ...rest] = text("name").split(/\s+/);
  return {
    issuer: text("iss"),
    subject: text("sub"),
    email: text("email") || null,
    isEmailVerified: isVerifiedBy(claims) ?? trustsEmail,
    firstName: (text("given_name") || first).slice(0, 100),
    lastName: (text("family_name") || rest.join(" ")).slice(0, 100),
  };
}

/**
 * Returns whether the provider verified the address; null without the claim. OpenID Connect requires true, some providers send
 * text, and any other value means no.
 */
function isVerifiedBy(claims: Readonly<Record<string, unknown>>): boolean | null {
  const { email_verified: said, xms_edov: ownsDomain } = claims;
  if (said !== undefined) return said === true || said === "true";
  // Entra ID sends only this claim, which says that its directory owns the address's domain. The value is 1 or true.
  if (ownsDomain !== undefined) return [true, "true", 1, "1"].some((yes) => yes === ownsDomain);
  return null;
}
