import { isEqualInConstantTime, isSignedBody, type WikiDelivery, type WikiEvents } from "../wiki-events.ts";

/**
 * Deliveries of GitHub (https://docs.github.com/webhooks/using-webhooks/validating-webhook-deliveries), Gitea and Forgejo are signed; GitLab
 * (https://docs.gitlab.com/user/project/integrations/webhooks/) sends the secret itself. After a push the repository is fetched,
 * and after a change of any request ours are looked up, whatever the delivery says.
 */
export const wikiEvents: WikiEvents = {
  secretOf: "ours",
  // A push with thousands of commits is larger.
  mostBytes: 5 * 1024 * 1024,

  isGenuine(secret, delivery) {
    const { headers } = delivery;
    const token = headers["x-gitlab-token"];
    return (
      isSignedBody(secret, delivery, headers["x-hub-signature-256"], "sha256=") ||
      isSignedBody(secret, delivery, headers["x-gitea-signature"], "") ||
      (typeof token === "string" && isEqualInConstantTime(token, secret))
    );
  },

  readEvent(delivery) {
    if (isOf(PUSHES, delivery)) return { pageIds: [], hasOthers: true };
    return isOf(REQUESTS, delivery) ? { pageIds: [], hasOthers: false, hasReviews: true } : null;
  },
};

/** The edits of a wiki have an event of their own. */
const PUSHES = new Set(["push", "gollum", "wiki", "Push Hook", "Wiki Page Hook"]);

const REQUESTS = new Set(["pull_request", "Merge Request Hook"]);

const isOf = (kinds: Set<string>, { headers }: WikiDelivery) =>
  ["x-github-event", "x-gitea-event", "x-gitlab-event"].some((name) => kinds.has(String(headers[name])));
