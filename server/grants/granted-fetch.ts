import { CredentialsRejected } from "../../connectors/errors.ts";
import { isGrantHandle } from "../../connectors/oauth.ts";
import type { KeyRing } from "../secrets/key-ring.ts";
import { parseGrantHandle } from "./handle.ts";
import type { GrantedTokens } from "./tokens.ts";

/**
 * Wraps the guarded fetch for connectors: replaces a grant's handle in a request by the grant's access token. A token is sent
 * only to the platform that issued it. A rejected token is renewed once.
 */
export function withGrantedTokens(
  fetch: typeof globalThis.fetch,
  { tokens, secrets }: { tokens: GrantedTokens; secrets: Pick<KeyRing, "hmac"> },
): typeof globalThis.fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers ?? (input instanceof Request ? input.headers : undefined));
    const found = findHandle(headers.get("authorization") ?? "");
    if (!found) return fetch(input, init);
    const ref = parseGrantHandle(secrets, found.handle);
    if (!ref) throw new CredentialsRejected("This is not a token.");
    const url = new URL(input instanceof Request ? input.url : input);
    const send = (token: string) => {
      headers.set("authorization", found.authorize(token));
      return fetch(input, { ...init, headers });
    };
    const { token, provider } = await tokens.get(ref);
    if (!provider.mayReceive(url))
      throw new CredentialsRejected(`This connection is for ${provider.name} only. Connect it again.`);
    const answer = await send(token);
    if (answer.status !== 401 || init?.body instanceof ReadableStream) return answer;
    const { token: renewed } = await tokens.get(ref, { insteadOf: token });
    if (renewed === token) return answer;
    await answer.body?.cancel();
    return send(renewed);
  };
}

/** Finds a handle that stands for a bearer token, or for the password of Basic, which Git servers ask for. */
function findHandle(authorization: string): { handle: string; authorize: (token: string) => string } | null {
  const [, scheme = "", value = ""] = /^(Bearer|Basic) (\S+)$/i.exec(authorization) ?? [];
  if (scheme.toLowerCase() === "bearer")
    return isGrantHandle(value) ? { handle: value, authorize: (token) => `Bearer ${token}` } : null;
  const [, user = "", password = ""] = /^([^:]*):(.+)$/.exec(Buffer.from(value, "base64").toString()) ?? [];
  if (!isGrantHandle(password)) return null;
  return { handle: password, authorize: (token) => `Basic ${Buffer.from(`${user}:${token}`).toString("base64")}` };
}
