import type { FastifyContextConfig } from "fastify";

export const ONLY_THIS_WORKSPACE_MESSAGE =
  "This session began at this workspace’s single sign-on and works here alone. Sign in with your password for what is yours in all workspaces.";

/**
 * Paths whose requests affect only the current workspace. Any other change of an account affects the person in every workspace.
 */
const OF_ONE_WORKSPACE = ["/api/auth/dates", "/api/notification-settings", "/api/saved-views", "/api/watches"];
/** Requests that report about all workspaces of the person. */
const READING = ["GET /api/personal-data", "GET /api/sessions", "GET /api/account-deletion"];

/** True if a request affects the person in every workspace: address, password, second factor, deletion, other workspaces. */
export function affectsOtherWorkspaces({
  method,
  url = "",
  config,
}: {
  method?: string | string[] | undefined;
  url?: string | undefined;
  config: FastifyContextConfig;
}): boolean {
  if (READING.includes(`${[method].flat().at(0)} ${url}`)) return true;
  const [action, thing] = config.needs ?? [];
  return action === "change" && thing === "account" && !OF_ONE_WORKSPACE.some((path) => url.startsWith(path));
}
