/**
 * Events of the stream `GET /api/events` for the signed-in workspace. An event names the changed row without its
 * content. The browser then reads the row again through the API.
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
  /**
   * Somebody opened or left an article, or started or stopped editing it. `window`: the browser window that caused the
   * event.
   */
  | { type: "presence"; articleId: string; window: string };
