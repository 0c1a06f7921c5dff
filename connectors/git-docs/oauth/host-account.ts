import type * as z from "zod";
import { MissingPermission, Unreachable } from "../../errors.ts";
import { type Fetch, readJson, sendRequest } from "../../http.ts";
import type { GrantedSite, PersonalAccount } from "../../oauth.ts";
import { gitDocsManifest } from "../manifest.ts";
import type { HostKind } from "../requests/request-host.ts";

/** The host as the only site of a grant. `baseUrl` has no slash at its end. */
export const siteOf = (baseUrl: string, name: string): GrantedSite => ({
  id: new URL(baseUrl).host,
  name,
  url: baseUrl,
  origin: baseUrl,
});

export const isRepositoryOn = (baseUrl: string, integration: { type: string; baseUrl: string }): boolean =>
  integration.type === gitDocsManifest.id &&
  URL.parse(integration.baseUrl.trim())?.href.startsWith(`${new URL(baseUrl).href.replace(/\/$/, "")}/`) === true;

interface UserCall<Schema extends z.ZodType> {
  fetch: Fetch;
  /** The host's name. */
  name: string;
  url: string;
  headers: Record<string, string>;
  schema: Schema;
}

export async function findUser<Schema extends z.ZodType>(
  { fetch, name, url, headers, schema }: UserCall<Schema>,
  signal?: AbortSignal,
): Promise<z.output<Schema>> {
  const answer = await sendRequest({ fetch, platform: name }, { method: "GET", url, headers, signal });
  if ([401, 403, 404].includes(answer.status))
    throw new MissingPermission(`This account may not use ${name}.`, "reading your own account");
  if (answer.status !== 200)
    throw new Unreachable(`${name} did not say whose account it is.`, { mayHaveHappened: false });
  return readJson(answer, schema, name);
}

interface HostUser {
  kind: HostKind;
  id: number;
  login: string;
  name: string | null | undefined;
  email: string;
}

/** The account for people, and what a commit needs to be this person's: https://git-scm.com/docs/git-commit#_commit_information */
export const buildAccount = ({ kind, id, login, name, email }: HostUser): PersonalAccount => ({
  id: String(id),
  name: name?.trim() ? `${name.trim()} (${login})` : login,
  settings: { host: kind, authorName: name?.trim() || login, authorEmail: email },
});
