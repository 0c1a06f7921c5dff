import { type ReactNode, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from "react";
import { VERIFICATION_HOURS } from "../../../shared/domain/people.ts";
import { PLANS, type PlanId, SIGN_UP_CATALOGUE } from "../../../shared/domain/plans.ts";
import { Fields } from "./fields.tsx";
import { type FieldName, isSubmitDisabled } from "./form.ts";
import type { KeptPayment } from "./kept.ts";
import { isUnfinished, type Stage } from "./purchase.ts";
import { type SignUpFlow, type SignUpState, stageNow } from "./sign-up-flow.ts";
import { Toaster } from "./toaster.tsx";

export interface SignUpProps {
  flow: SignUpFlow;
  supportEmail: string;
}

export function SignUp({ flow, supportEmail }: SignUpProps) {
  const state = useSyncExternalStore(flow.subscribe, flow.state, () => flow.blank);
  return (
    <>
      {state.created ? (
        <Created email={state.created} onAnother={() => flow.registerAnother()} />
      ) : (
        <div className="sign-up">
          <div>
            <a className="button plain small" href="/pricing">
              Back to Pricing
            </a>
            <h1>Create account</h1>
            <p className="lead">A workspace of your own, ready once your address is confirmed.</p>
            <Form flow={flow} state={state} supportEmail={supportEmail} />
          </div>
          <SideCards plan={state.plan} />
        </div>
      )}
      <Toaster />
    </>
  );
}

function Form({ flow, state, supportEmail }: SignUpProps & { state: SignUpState }) {
  const { values, plan, wrong, kept, isBusy, isLive } = state;
  const stage = stageNow(state);
  const isPaid = isUnfinished(kept);
  const form = useRef<HTMLFormElement>(null);
  // Before the state is drawn over it.
  useLayoutEffect(() => {
    if (form.current) flow.adopt(Object.fromEntries(new FormData(form.current)));
  }, [flow]);
  const submit = async () => {
    const field = await flow.submit();
    if (field) focusOn(form.current, field);
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
        <Fields flow={flow} values={values} wrong={wrong} isLive={isLive} />
        <PlanField plan={plan} isDisabled={isPaid} onChoose={(id) => flow.choosePlan(id)} />
      </div>
      <noscript>
        <p className="note">
          Without JavaScript you can choose the free Starter plan; paying by card needs JavaScript.
        </p>
      </noscript>
      <Step flow={flow} state={state} supportEmail={supportEmail} />
      <button className="button" disabled={isLive && isSubmitDisabled(values)}>
        {submitText(stage, plan, isBusy)}
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

/** What the purchase has come to. */
function Step({ flow, state, supportEmail }: SignUpProps & { state: SignUpState }) {
  const { values, kept, provider, clientSecret } = state;
  const stage = stageNow(state);
  return (
    <>
      {stage === "card" && provider && clientSecret && (
        <CardStep>
          <provider.part.CardFields
            stripe={provider.stripe}
            clientSecret={clientSecret}
            name={`${values.firstName} ${values.lastName}`.trim()}
            email={values.email}
            onElements={flow.takeElements}
            onLoadError={flow.reportMissingCardForm}
          />
        </CardStep>
      )}
      {stage === "confirmed" && (
        <p className="note" aria-live="polite">
          Your card is confirmed. Nothing has been charged yet
          {values.password === "" && ": type your password again to go on"}.
        </p>
      )}
      {stage === "paid" && kept && (
        <Paid kept={kept} supportEmail={supportEmail} onStartOver={() => flow.startOver()} />
      )}
    </>
  );
}

export function focusOn(form: HTMLFormElement | null, name: FieldName): void {
  const field = form?.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}

const OFFER: Record<PlanId, string> = { starter: "Free forever", professional: "$25/month", enterprise: "$99/month" };

export function submitText(stage: Stage, plan: PlanId, isBusy: boolean): string {
  if (stage === "free") return isBusy ? "Creating Account..." : "Create Free Account";
  if (stage === "details") return isBusy ? "Preparing Payment..." : "Proceed to Payment";
  if (stage === "paid") return isBusy ? "Creating Account..." : "Finish Registration - Already Paid";
  return isBusy ? "Processing Payment..." : `Complete Purchase - ${SIGN_UP_CATALOGUE[plan].price}/month`;
}

function CardStep({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="card" aria-labelledby="card">
      <h2 id="card" ref={heading} tabIndex={-1}>
        Your card
      </h2>
      {children}
    </section>
  );
}

function Paid({
  kept,
  supportEmail,
  onStartOver,
}: {
  kept: KeptPayment;
  supportEmail: string;
  onStartOver: () => void;
}) {
  return (
    <div className="note" aria-live="polite">
      <p>
        The payment for {nameOf(kept.plan)} with {kept.email} went through. Finishing the registration takes no second
        payment.
      </p>
      <details>
        <summary>Still not working?</summary>
        <p>
          A payment without an account is refunded to the card within a day. For help before then, write to{" "}
          <a href={`mailto:${supportEmail}?subject=${kept.subscriptionId}`}>{supportEmail}</a> and name{" "}
          <code>{kept.subscriptionId}</code>.
        </p>
        <button type="button" className="button plain small" onClick={onStartOver}>
          Forget this payment
        </button>
      </details>
    </div>
  );
}

const nameOf = (plan: PlanId) => PLANS.find(({ id }) => id === plan)?.name;

function SideCards({ plan }: { plan: PlanId }) {
  const { price, period, features } = SIGN_UP_CATALOGUE[plan];
  return (
    <aside aria-label="Your choice">
      <section className="chosen">
        <h2>Selected Plan</h2>
        <p className="name">{nameOf(plan)}</p>
        <p className="price">
          {price} <span>{period}</span>
        </p>
        <ul>
          {features.map((feature) => (
            <li key={feature}>{feature}</li>
          ))}
        </ul>
        <a className="button plain small" href="/pricing">
          Change Plan
        </a>
      </section>
      <section>
        <h2>Getting Started</h2>
        <p>
          Confirm your address, connect the chat your team explains things in, and choose the channels. The first
          articles come from what is already there.
        </p>
      </section>
    </aside>
  );
}

function Created({ email, onAnother }: { email: string; onAnother: () => void }) {
  return (
    <section className="created how">
      <h1>Email Verification Required</h1>
      <p className="lead">
        We sent an email to <b>{email}</b>.
      </p>
      <h2>Next steps</h2>
      <ol>
        <li>
          <h3>Open the email</h3>
          <p>Nothing there? Look in your spam folder.</p>
        </li>
        <li>
          <h3>Open the link in it</h3>
          <p>It confirms that the address is yours. The link expires in {VERIFICATION_HOURS} hours.</p>
        </li>
        <li>
          <h3>Log in</h3>
          <p>Connect the chat your team explains things in.</p>
        </li>
      </ol>
      <p className="actions">
        <a className="button" href="/api/login">
          Go to Login Page
        </a>
        <button type="button" className="button plain" onClick={onAnother}>
          Register Another Account
        </button>
      </p>
      <form className="again" method="post" action="/resend-verification">
        <input type="hidden" name="email" value={email} />
        <button type="submit" className="button plain">
          Send the email again
        </button>
      </form>
    </section>
  );
}
