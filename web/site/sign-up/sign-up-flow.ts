import type { Stripe, StripeElements } from "@stripe/stripe-js";
import { PLANS, type PlanId } from "../../../shared/domain/plans.ts";
import { createListeners } from "../../lib/listeners.ts";
import type { Toast } from "../../lib/toast-store.ts";
import {
  buildCheckNotice,
  EMPTY_VALUES,
  type FieldName,
  findFirstProblem,
  findSignUpProblems,
  pickKnownValues,
  type SignUpProblems,
  type SignUpValues,
} from "./form.ts";
import {
  choosePurchaseStage,
  completePurchase,
  isUnfinishedPayment,
  loadPaymentSettings,
  type PurchaseStage,
  prepareCard,
  returnFromBank,
} from "./purchase.ts";
import { buildRegistration, sendRegistration } from "./register.ts";
import { type ApiCall, createNotInitialized, SignUpFailure, toNotice } from "./sign-up-failure.ts";
import {
  clearCreatedAddress,
  clearPayment,
  keepDraft,
  readCreatedAddress,
  readDraft,
  readPayment,
  type StoredPayment,
  storeCreatedAddress,
  storePayment,
} from "./stored-progress.ts";

/** The milliseconds for which the success message stays before the next page opens. */
export const REDIRECT_AFTER_MS = 1000;

/** The payment provider's code, loaded only when a card is needed. */
type CardPart = Pick<typeof import("./card-fields.tsx"), "CardFields" | "openStripe">;
interface Provider {
  part: CardPart;
  stripe: Stripe;
}

/** The flow's dependencies on the browser and the server. */
export interface FlowDependencies {
  call: ApiCall;
  loadCardPart: () => Promise<CardPart>;
  showToast: (toast: Toast) => void;
  goTo: (address: string) => void;
  /** Replaces the URL in the address bar. */
  renameTo: (address: string) => void;
  /** The site's origin: 'https://lorekeep.acme.com'. */
  origin: string;
}

export interface SignUpState {
  values: SignUpValues;
  plan: PlanId;
  wrong: SignUpProblems;
  /** The error of the last attempt. It stays visible after its toast has closed. */
  trouble: string | null;
  kept: StoredPayment | null;
  clientSecret: string | null;
  provider: Provider | null;
  /** The e-mail address of the account that this tab created. */
  created: string | null;
  /** False until the page's script runs. Until then the browser submits the form, so no field may be disabled. */
  isLive: boolean;
  isBusy: boolean;
}

/** The initial state, in which the server renders the page. */
export const createInitialState = (plan: PlanId): SignUpState => ({
  values: EMPTY_VALUES,
  plan,
  wrong: {},
  trouble: null,
  kept: null,
  clientSecret: null,
  provider: null,
  created: null,
  isLive: false,
  isBusy: false,
});

export const getPurchaseStage = ({ plan, values, kept, clientSecret }: SignUpState): PurchaseStage =>
  choosePurchaseStage(plan, values.email, kept, clientSecret);

/** The state and the actions of the sign-up page, without its rendering. */
export class SignUpFlow {
  readonly #around: FlowDependencies;
  readonly #listeners = createListeners();
  readonly blank: SignUpState;
  #state: SignUpState;
  #elements: StripeElements | null = null;
  #isProcessing = false;
  #isDone = false;

  constructor(plan: PlanId, around: FlowDependencies) {
    this.#around = around;
    this.blank = createInitialState(plan);
    this.#state = {
      ...this.blank,
      values: { ...EMPTY_VALUES, ...readDraft() },
      created: readCreatedAddress(),
      isLive: true,
    };
    const kept = readPayment();
    if (kept) this.#takeUp(kept);
  }

  readonly state = (): SignUpState => this.#state;
  readonly subscribe = this.#listeners.subscribe;

  /** Takes over the values that a person typed before the page's script ran. */
  adopt({ plan, ...typed }: Record<string, unknown>): void {
    const values = { ...this.#state.values, ...pickKnownValues(typed) };
    const chosen = PLANS.find(({ id }) => id === plan)?.id ?? this.#state.plan;
    this.#set({ values, plan: isUnfinishedPayment(this.#state.kept) ? this.#state.kept.plan : chosen });
  }

  /** Sets a field's value. Ignored while a request is running. */
  setValue(name: FieldName, value: string): void {
    if (this.#isProcessing) return;
    const values = { ...this.#state.values, [name]: value };
    keepDraft(values);
    this.#set({ values, wrong: { ...this.#state.wrong, [name]: undefined } });
  }

  choosePlan(plan: PlanId): void {
    if (this.#isProcessing) return;
    this.#set({ plan });
    this.#around.renameTo(`/signup?plan=${plan}`);
  }

  /** Stores the provider's card form; null once it is removed. */
  readonly takeElements = (elements: StripeElements | null): void => {
    this.#elements = elements;
  };

  readonly reportMissingCardForm = (): void => this.#fail(createNotInitialized());

  /** Submits the form. If a value is wrong, returns the field that should get the focus. */
  async submit(): Promise<FieldName | undefined> {
    if (this.#isProcessing) return undefined;
    const { values } = this.#state;
    const stage = getPurchaseStage(this.#state);
    const notice = buildCheckNotice(values, stage === "free" ? "free" : stage === "details" ? "proceed" : "complete");
    if (notice) {
      const wrong = findSignUpProblems(values);
      this.#set({ wrong });
      this.#fail(new SignUpFailure(notice.title, notice.text));
      return findFirstProblem(wrong);
    }
    this.#set({ wrong: {}, trouble: null });
    const isCharging = stage !== "free" && stage !== "details";
    await this.#process(() => (isCharging ? oneTabAtATime(() => this.#go(stage, values)) : this.#go(stage, values)));
    return findFirstProblem(this.#state.wrong);
  }

  /** Continues after a card was confirmed on a bank's page. Returns true if that succeeded. */
  async returnFromBank(clientSecret: string): Promise<boolean> {
    this.#around.renameTo(`/signup?plan=${this.#state.plan}`);
    await this.#process(async () => {
      const { stripe } = await this.#openProvider();
      this.#keep(await returnFromBank(stripe, clientSecret, readPayment()));
    });
    return getPurchaseStage(this.#state) === "confirmed";
  }

  /** Resets the state if the browser restores the page from its back-forward cache. */
  comeBack(): void {
    this.#isProcessing = false;
    this.#isDone = false;
    this.#set({ isBusy: false, created: readCreatedAddress() });
  }

  /** Discards a payment that cannot be completed. */
  startOver(): void {
    clearPayment();
    this.#set({ kept: null, clientSecret: null });
  }

  registerAnother(): void {
    clearCreatedAddress();
    clearPayment();
    this.#set({ ...this.blank, isLive: true });
  }

  async #go(stage: PurchaseStage, values: SignUpValues): Promise<void> {
    if (stage === "free") {
      await sendRegistration(this.#around.call, buildRegistration(values, "starter"));
      return this.#goOn(values.email, "starter");
    }
    // Another tab may have completed further steps.
    const known = readPayment();
    const isAhead =
      known &&
      (isUnfinishedPayment(known) || choosePurchaseStage(this.#state.plan, values.email, known, null) === "paid");
    const kept = isAhead ? known : this.#state.kept;
    if (isAhead && stage !== "paid") this.#takeUp(known);
    if (stage === "details" && isAhead) return undefined;
    if (stage === "details" || !kept) return this.#askForCard(values);
    const { plan } = kept;
    await completePurchase({
      call: this.#around.call,
      stripe: kept.subscriptionId ? null : (await this.#openProvider()).stripe,
      elements: this.#elements,
      returnUrl: `${this.#around.origin}/signup?plan=${plan}`,
      values,
      kept,
      keep: (payment) => this.#keep(payment),
    });
    return this.#goOn(values.email, plan);
  }

  async #askForCard(values: SignUpValues): Promise<void> {
    const plan = this.#state.plan === "enterprise" ? "enterprise" : "professional";
    await this.#openProvider();
    const { payment, clientSecret } = await prepareCard(this.#around.call, plan, values);
    this.#keep(payment);
    this.#set({ clientSecret });
  }

  async #openProvider(): Promise<Provider> {
    if (this.#state.provider) return this.#state.provider;
    const { publishableKey, standInScript } = await loadPaymentSettings(this.#around.call);
    try {
      const part = await this.#around.loadCardPart();
      const stripe = await part.openStripe(publishableKey, standInScript);
      if (!stripe) throw createNotInitialized();
      const provider = { part, stripe };
      this.#set({ provider });
      return provider;
    } catch {
      throw createNotInitialized();
    }
  }

  /** Runs one action at a time. Ignores clicks meanwhile. */
  async #process(work: () => Promise<void>): Promise<void> {
    this.#isProcessing = true;
    this.#set({ isBusy: true });
    try {
      await work();
    } catch (error) {
      this.#fail(error);
    }
    if (this.#isDone) return;
    this.#isProcessing = false;
    this.#set({ isBusy: false });
  }

  #fail(error: unknown): void {
    if (error instanceof SignUpFailure) {
      if (error.isCardSpent) this.startOver();
      if (error.fields.length > 0)
        this.#set({ wrong: Object.fromEntries(error.fields.map(({ path, message }) => [path, message])) });
    }
    this.#set({ trouble: toNotice(error).text });
    this.#around.showToast({ ...toNotice(error), tone: "destructive" });
  }

  #goOn(email: string, plan: PlanId): void {
    storeCreatedAddress(email.trim());
    this.#isDone = true;
    this.#around.showToast({
      title: "Success!",
      text: "Account Created Successfully! Please check your email to verify your account.",
    });
    const query = new URLSearchParams({ email: email.trim(), plan });
    setTimeout(() => this.#around.goTo(`/signup-success?${query}`), REDIRECT_AFTER_MS);
  }

  /** Continues a stored payment. A paid plan cannot be changed until its account exists. */
  #takeUp(kept: StoredPayment): void {
    this.#set({ kept });
    const { values } = this.#state;
    if (isUnfinishedPayment(kept))
      this.#set({ plan: kept.plan, values: { ...values, email: values.email || kept.email } });
  }

  #keep(kept: StoredPayment): void {
    storePayment(kept);
    this.#set({ kept });
  }

  #set(change: Partial<SignUpState>): void {
    this.#state = { ...this.#state, ...change };
    this.#listeners.notify();
  }
}

/** Prevents two tabs from paying for the same account. The second tab waits, and then finds the result of the first. */
function oneTabAtATime(work: () => Promise<void>): Promise<void> {
  return globalThis.navigator?.locks ? navigator.locks.request("lorekeep-sign-up", work) : work();
}
