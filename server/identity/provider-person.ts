/** What the provider says of a person, checked: signature, audience, nonce, times. */
export interface ProviderPerson {
  issuer: string;
  subject: string;
  /** As the provider writes it; null when it gave none. */
  email: string | null;
  /** The provider vouches that the address is this person's. */
  isEmailVerified: boolean;
  firstName: string;
  lastName: string;
}

const MOST_GROUPS = 50;

/** By the name most providers use; none where it says none. */
export function groupsIn(claims: Readonly<Record<string, unknown>>): string[] {
  const { groups } = claims;
  const named = Array.isArray(groups) ? groups.filter((one): one is string => typeof one === "string") : [];
  return named.slice(0, MOST_GROUPS).map((one) => one.replaceAll("\0", "").toWellFormed().slice(0, 100));
}

/** An address without a word about who checked it counts as checked only where the operator says so. */
export function personIn(
  claims: Readonly<Record<string, unknown>> & { iss?: unknown; sub?: unknown },
  { trustsEmail }: { trustsEmail: boolean },
): ProviderPerson {
  const text = (name: string) => {
    const value = claims[name];
    return typeof value === "string" ? value.replaceAll("\0", "").toWellFormed().trim() : "";
  };
  // Entra ID never says the former; the latter is its word that the directory owns the address's domain.
  const said = claims["email_verified"] ?? claims["xms_edov"];
  const [first = "", ...rest] = text("name").split(/\s+/);
  return {
    issuer: text("iss"),
    subject: text("sub"),
    email: text("email") || null,
    isEmailVerified: said === undefined ? trustsEmail : said === true || said === "true" || said === 1 || said === "1",
    firstName: (text("given_name") || first).slice(0, 100),
    lastName: (text("family_name") || rest.join(" ")).slice(0, 100),
  };
}
