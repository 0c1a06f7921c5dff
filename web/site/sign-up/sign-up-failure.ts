import type { ApiError, Arguments, EndpointKey, Output } from "../../api/client.ts";
import type { SignUpNotice } from "./form.ts";

export type ApiCall = <Key extends EndpointKey>(key: Key, ...args: Arguments<Key>) => Promise<Output<Key>>;

/**
 * A failed step. The page shows the notice and stays open. `isCardSpent`: nothing was charged, but this confirmation of
 * the card cannot be used again.
 */
export class SignUpFailure extends Error {
  readonly notice: SignUpNotice;
  readonly isCardSpent: boolean;
  readonly fields: ApiError["fields"];
  constructor(title: string, text: string, { isCardSpent = false, fields = [] as ApiError["fields"] } = {}) {
    super(text);
    this.notice = { title, text };
    this.isCardSpent = isCardSpent;
    this.fields = fields;
  }
}

export function toNotice(error: unknown): SignUpNotice {
  if (error instanceof SignUpFailure) return error.notice;
  const message = error instanceof Error ? error.message : "";
  return { title: "Error", text: message || "An unexpected error occurred" };
}

export const createNotInitialized = () =>
  new SignUpFailure("Payment Error", "Payment system not properly initialized.");
