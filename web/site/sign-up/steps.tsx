import { type ReactNode, useEffect, useRef } from "react";
import { EMAIL_VERIFICATION_HOURS } from "../../../shared/domain/people.ts";
import { PLANS, type PlanId } from "../../../shared/domain/plans.ts";
import { getPurchaseStage, type SignUpFlow, type SignUpState } from "./sign-up-flow.ts";
import type { StoredPayment } from "./stored-progress.ts";

interface StepProps {
  flow: SignUpFlow;
  state: SignUpState;
  supportEmail: string;
}

/** Renders the current step of the purchase. */
export function SignUpStep({ flow, state, supportEmail }: StepProps) {
  const { values, kept, provider, clientSecret } = state;
  const stage = getPurchaseStage(state);
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
  kept: StoredPayment;
  supportEmail: string;
  onStartOver: () => void;
}) {
  return (
    <div className="note" aria-live="polite">
      <p>
        The payment for {getPlanName(kept.plan)} with {kept.email} went through. Finishing the registration takes no
        second payment.
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

export const getPlanName = (plan: PlanId) => PLANS.find(({ id }) => id === plan)?.name;

export function AccountCreated({ email, onAnother }: { email: string; onAnother: () => void }) {
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
          <p>It confirms that the address is yours. The link expires in {EMAIL_VERIFICATION_HOURS} hours.</p>
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
