import { useSyncExternalStore } from "react";
import { createListeners } from "../lib/listeners.ts";
import { showToast } from "../lib/toast-store.ts";
import { ApiError } from "./client.ts";

const LOGIN_DELAY_MS = 500;
const PRICING_DELAY_MS = 2000;
let leaving = false;
let isExpired = false;
const listeners = createListeners();

/** Since the server said so; then nothing of the workspace is shown any more. */
export const useIsExpired = () => useSyncExternalStore(listeners.subscribe, () => isExpired);

/**
 * What a refusal means for the whole app: the session ended, or the account is blocked. The rest is the page's business.
 * `isFirstLook`: it was asked who is there, and nobody was known yet.
 */
export function announceRefusal(error: unknown, { isFirstLook = false } = {}): void {
  if (!(error instanceof ApiError) || leaving) return;
  if (error.status === 401) {
    // The frame of the app asks who is there and knows what to do without an answer.
    if (isFirstLook) return;
    showToast({ title: "Unauthorized", text: "You are logged out. Logging in again...", tone: "destructive" });
    leaveFor(`${signInAddress()}&ended=1`, LOGIN_DELAY_MS);
  } else if (error.subscriptionExpired) {
    isExpired = true;
    listeners.notify();
    showToast({ title: "Subscription Expired", text: "Renew to continue using the bot.", tone: "destructive" });
    leaveFor("/pricing", PRICING_DELAY_MS);
  } else if (error.status === 403 && error.message.includes("Email not verified")) {
    showToast({
      title: "Email Verification Required",
      text: "Check your email and click the verification link to activate the account.",
      tone: "destructive",
    });
  }
}

/** The sign-in page, which leads back to where one is. */
export function signInAddress(): string {
  const { pathname, search } = window.location;
  return `/api/login?next=${encodeURIComponent(pathname + search)}`;
}

function leaveFor(address: string, delayMs: number): void {
  leaving = true;
  setTimeout(() => window.location.assign(address), delayMs);
}
