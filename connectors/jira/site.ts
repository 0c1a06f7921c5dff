import { Refused } from "../errors.ts";
import type { JiraConfig } from "./manifest.ts";

/** The project in which articles become issues. */
export interface JiraProject {
  /** The site's address, such as `https://acme.atlassian.net`. */
  site: string;
  projectKey: string;
  /** The name of the configured issue type; null if none is configured. */
  issueType: string | null;
}

/** Accepts any address of the site. An issue type may follow the project's key: `KB/Article`. */
export function parseJiraPlace({ baseUrl, spaceId }: JiraConfig): JiraProject {
  if (!URL.canParse(baseUrl.trim())) throw new Refused("The Jira base URL is not an address.");
  const { origin, pathname } = new URL(baseUrl.trim());
  const [, key = "", type = ""] = /^([^/]*)(?:\/(.*))?$/.exec(spaceId.trim()) ?? [];
  const projectKey = key.trim().toUpperCase();
  if (!/^[A-Z][A-Z0-9_]+$/.test(projectKey))
    throw new Refused("The project key has letters and digits, as KB in KB-12.");
  const gateway = /^\/ex\/jira\/[^/]+/.exec(pathname)?.[0] ?? "";
  return { site: origin + gateway, projectKey, issueType: type.trim() || null };
}
