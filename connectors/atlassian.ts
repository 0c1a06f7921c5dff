import * as z from "zod";
import { ConnectorError, Refused } from "./errors.ts";
import { type Fetch, type HttpResponse, parseJsonIfValid, sendRequest } from "./http.ts";

/** Basic authentication of `email:token`; https://developer.atlassian.com/cloud/confluence/basic-auth-for-rest-apis/ */
export function buildBasicAuthorization(apiKey: string): string {
  const key = apiKey.trim();
  if (!/^[^:]+:.+$/.test(key)) throw new Refused("The API token must be in the form email:token.");
  return `Basic ${Buffer.from(key).toString("base64")}`;
}

/** Returns the site's id at Atlassian's API gateway; null if the address is not an Atlassian Cloud site. */
export async function findCloudId(
  platform: { fetch: Fetch; platform: string; timeoutMs?: number | undefined },
  site: string,
  signal?: AbortSignal,
): Promise<string | null> {
  try {
    const answer = await sendRequest(platform, {
      method: "GET",
      url: `${site}/_edge/tenant_info`,
      headers: {},
      signal,
    });
    const info = z.object({ cloudId: z.string().regex(/^[\w-]{1,64}$/) }).safeParse(parseJsonIfValid(answer.text));
    return answer.status === 200 && info.success ? info.data.cloudId : null;
  } catch (error) {
    if (error instanceof ConnectorError) return null;
    throw error;
  }
}

/** Whether the gateway accepts the token but the token's scopes do not cover the call. */
export function isScopeRefusal({ status, headers, text }: HttpResponse): boolean {
  if (status !== 401 && status !== 403) return false;
  return headers.get("x-failure-category") === "FAILURE_CLIENT_SCOPE_CHECK" || /scope does not match/i.test(text);
}
