import { useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { PLANS, type PlanId, SIGN_UP_CATALOGUE } from "../../../shared/domain/plans.ts";
import { SignUpFields } from "./fields.tsx";
import { type FieldName, isSubmitDisabled } from "./form.ts";
import { isUnfinishedPayment, type PurchaseStage } from "./purchase.ts";
import { SideCards } from "./side-cards.tsx";
import { getPurchaseStage, type SignUpFlow, type SignUpState } from "./sign-up-flow.ts";
import { AccountCreated, SignUpStep } from "./steps.tsx";
import { Toaster } from "./toaster.tsx";

export interface SignUpProps {
  flow: SignUpFlow;
  supportEmail: string;
  /** True on an installation without billing. */
  isFree: boolean;
}

export function SignUp({ flow, supportEmail, isFree }: SignUpProps) {
  const state = useSyncExternalStore(flow.subscribe, flow.state, () => flow.blank);
  return (
    <>
      {state.created ? (
        <AccountCreated email={state.created} onAnother={() => flow.registerAnother()} />
      ) : (
        <div className="sign-up">
          <div>
            {!isFree && (
              <a className="button plain small" href="/pricing">
                Back to Pricing
              </a>
            )}
            <h1>Create account</h1>
            <p className="lead">A workspace of your own, ready once your address is confirmed.</p>
            <Form flow={flow} state={state} supportEmail={supportEmail} isFree={isFree} />
          </div>
          <SideCards plan={isFree ? null : state.plan} />
        </div>
      )}
      <Toaster />
    </>
  );
}

function Form({ flow, state, supportEmail, isFree }: SignUpProps & { state: SignUpState }) {
  const { values, plan, wrong, kept, isBusy, isLive } = state;
  const stage = getPurchaseStage(state);
  const isPaid = isUnfinishedPayment(kept);
  const form = useRef<HTMLFormElement>(null);
  // Runs before React renders the state over the typed values.
  useLayoutEffect(() => {
    if (form.current) flow.adopt(Object.fromEntries(new FormData(form.current)));
  }, [flow]);
  const submit = async () => {
    const field = await flow.submit();
    if (field) focusField(form.current, field);
  };
  return (
    <form
      ref={form}
      method="post"
      action="/signup"
      noValidate={isLive}
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <div className="fields">
        <SignUpFields flow={flow} values={values} wrong={wrong} isLive={isLive} />
        {!isFree && <PlanField plan={plan} isDisabled={isPaid} onChoose={(id) => flow.choosePlan(id)} />}
      </div>
      {!isFree && (
        <noscript>
          <p className="note">
            Without JavaScript you can choose the free Starter plan; paying by card needs JavaScript.
          </p>
        </noscript>
      )}
      <SignUpStep flow={flow} state={state} supportEmail={supportEmail} />
      {state.trouble && <p className="problem">{state.trouble}</p>}
      <button className="button" disabled={isLive && isSubmitDisabled(values)}>
        {getSubmitText(stage, plan, isBusy)}
      </button>
      {(stage === "card" || stage === "confirmed") && (
        <p className="quiet">
          By completing the purchase you agree to the <a href="/terms-of-service">Terms of Service</a> and the{" "}
          <a href="/privacy-policy">Privacy Policy</a>.
        </p>
      )}
    </form>
  );
}

interface PlanFieldProps {
  plan: PlanId;
  isDisabled: boolean;
  onChoose: (plan: PlanId) => void;
}

function PlanField({ plan, isDisabled, onChoose }: PlanFieldProps) {
  return (
    <div className="field wide">
      <label htmlFor="plan">Plan</label>
      <select
        id="plan"
        name="plan"
        value={plan}
        disabled={isDisabled}
        onChange={({ target }) => onChoose(target.value as PlanId)}
      >
        {PLANS.map(({ id, name }) => (
          <option key={id} value={id}>{`${name} - ${OFFER[id]}`}</option>
        ))}
      </select>
    </div>
  );
}

export function focusField(form: HTMLFormElement | null, name: FieldName): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

const OFFER: Record<PlanId, string> = { starter: "Free forever", professional: "$25/month", enterprise: "$99/month" };

export function getSubmitText(stage: PurchaseStage, plan: PlanId, isBusy: boolean): string {
  if (stage === "free") return isBusy ? "Creating Account..." : "Create Free Account";
  if (stage === "details") return isBusy ? "Preparing Payment..." : "Proceed to Payment";
  if (stage === "paid") return isBusy ? "Creating Account..." : "Finish Registration - Already Paid";
  return isBusy ? "Processing Payment..." : `Complete Purchase - ${SIGN_UP_CATALOGUE[plan].price}/month`;
}
