import type { PlanId } from "../../../shared/domain/plans.ts";
import { pickKnownValues, type SignUpValues } from "./form.ts";

/**
 * The progress of a payment, kept in local storage. A payment thus survives a reload, and can be continued in another
 * tab or on another day. Contains no password and no card data.
 */
export interface StoredPayment {
  plan: PlanId;
  email: string;
  customerId: string;
  priceId: string;
  setupIntentId: string;
  /** 'succeeded' once the card is confirmed. The confirmation charges nothing. */
  setupIntentStatus: string;
  /** Set once the plan is paid. */
  subscriptionId: string | null;
  /** True once the account exists for which was paid. */
  isRegistered: boolean;
}

const PAYMENT = "signUpPayment";
const DRAFT = "signUpDraft";
const CREATED = "signUpCreated";

export const readPayment = (): StoredPayment | null => {
  const kept = read(localStorageOf, PAYMENT) as Partial<StoredPayment> | null;
  return kept?.customerId && kept.setupIntentId && kept.plan && kept.email ? (kept as StoredPayment) : null;
};
export const storePayment = (payment: StoredPayment): void => write(localStorageOf, PAYMENT, payment);
export const clearPayment = (): void => write(localStorageOf, PAYMENT, null);

/**
 * The typed values without passwords, from session storage. They are kept because a visit to a bank's page may
 * interrupt the form.
 */
export const readDraft = (): Partial<SignUpValues> => pickKnownValues(read(sessionStorageOf, DRAFT) ?? {});
export function keepDraft({ password: _password, confirmPassword: _again, ...values }: SignUpValues): void {
  write(sessionStorageOf, DRAFT, values);
}

/** The e-mail address of the account that this tab created. */
export const readCreatedAddress = (): string | null => {
  const email = read(sessionStorageOf, CREATED)?.email;
  return typeof email === "string" ? email : null;
};
export function storeCreatedAddress(email: string): void {
  write(sessionStorageOf, CREATED, { email });
  write(sessionStorageOf, DRAFT, null);
}
export const clearCreatedAddress = (): void => write(sessionStorageOf, CREATED, null);

const localStorageOf = () => localStorage;
const sessionStorageOf = () => sessionStorage;
type Store = () => Pick<Storage, "getItem" | "setItem" | "removeItem">;

function read(store: Store, key: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(store().getItem(key) ?? "null");
    return typeof value === "object" ? (value as Record<string, unknown> | null) : null;
  } catch {
    return null;
  }
}

/** Without storage, only continuing after a reload does not work. */
function write(store: Store, key: string, value: object | null): void {
  try {
    if (value) store().setItem(key, JSON.stringify(value));
    else store().removeItem(key);
  } catch {
    // Storage is disabled or full.
  }
}
