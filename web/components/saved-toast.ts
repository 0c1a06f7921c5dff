import type { Toast } from "../lib/toast-store.ts";

/** What trying an integration found right after it was saved. */
export interface Saved {
  /** Why it does not work, although it was saved. */
  trouble: string | null;
  /** Why it is not known whether it works. */
  notTested: string | null;
}

/** What is said after a chat integration was saved: a wrong token is never kept without a word. */
export const toastOf = (usual: Toast, { trouble, notTested }: Saved): Toast => ({
  ...usual,
  ...(trouble && { text: `It is saved, but does not work yet: ${trouble}`, tone: "destructive" as const }),
  ...(notTested && { text: notTested, tone: "destructive" as const }),
});
