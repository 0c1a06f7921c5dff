import type { createVertex } from "@ai-sdk/google-vertex";
import { importPKCS8, SignJWT } from "jose";
import { z } from "zod";

const serviceAccount = z.object({
  project_id: z.string(),
  client_email: z.string(),
  private_key: z.string(),
});
const granted = z.object({ access_token: z.string(), expires_in: z.number() });

const TOKEN_ADDRESS = "https://oauth2.googleapis.com/token";
const SCOPE = "https://www.googleapis.com/auth/cloud-platform";
const EARLIER_MS = 60_000;

type VertexSettings = NonNullable<Parameters<typeof createVertex>[0]>;

/** Fetches the access token of a Vertex service account, because the package's own request would bypass the guarded fetch. */
export function createVertexAccess(
  { apiKey, region, address }: { apiKey: string; region: string | null; address: string | null },
  fetch: typeof globalThis.fetch,
): {
  project: string;
  location: string;
  baseURL: string | null;
  googleAuthOptions: NonNullable<VertexSettings["googleAuthOptions"]>;
} {
  const account = serviceAccountOf(apiKey);
  let token: { value: string; until: number } | null = null;
  async function getAccessToken(): Promise<{ token: string }> {
    if (token && Date.now() < token.until) return { token: token.value };
    if (!account) throw new Error("The key of Vertex is the JSON file of a service account.");
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: "RS256", typ: "JWT" })
      .setIssuer(account.client_email)
      .setAudience(TOKEN_ADDRESS)
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(await importPKCS8(account.private_key, "RS256"));
    const answer = await fetch(TOKEN_ADDRESS, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion }).toString(),
    });
    if (!answer.ok) throw new Error("Google gave no token for the service account.");
    const { access_token, expires_in } = granted.parse(await answer.json());
    token = { value: access_token, until: Date.now() + expires_in * 1000 - EARLIER_MS };
    return { token: access_token };
  }
  return {
    project: account?.project_id ?? "",
    location: region ?? "global",
    baseURL: address,
    // The library only needs an object that returns a token.
    googleAuthOptions: { authClient: { getAccessToken } as never },
  };
}

function serviceAccountOf(key: string): z.infer<typeof serviceAccount> | null {
  try {
    return serviceAccount.parse(JSON.parse(key));
  } catch {
    return null;
  }
}
