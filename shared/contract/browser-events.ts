/**
 * `GET /api/events` is a stream of server-sent events of the signed-in workspace. Each says what changed, not what it
 * became: the browser reads it again through the contract.
 */
export type BrowserEvent =
  | { type: "run"; id: string }
  | { type: "article"; id: string }
  | { type: "publication"; articleId: string; id: string }
  | { type: "log"; id: string }
  | { type: "channel"; id: string }
  | { type: "integration"; id: string }
  | { type: "inbox" }
  | { type: "notifications" }
  | { type: "people" }
  /** Somebody came to an article or left it, or began or stopped editing it. `window`: whose own news it is. */
  | { type: "presence"; articleId: string; window: string };
