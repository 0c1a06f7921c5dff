import { useState } from "react";
import type { SecondFactor } from "../../../../shared/contract/second-factor.ts";
import { useEndSecondFactor, useNewRecoveryCodes, useSecondFactor } from "../../../api/second-factor.ts";
import { RelativeTime } from "../../../components/moment.tsx";
import { Section } from "../../../components/section.tsx";
import { showToast } from "../../../lib/toast-store.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { QueryView } from "../../../ui/query-view.tsx";
import { ProofForm } from "./proof-form.tsx";
import { SecondFactorSetUp } from "./set-up.tsx";

export function SecondFactorSection() {
  const factor = useSecondFactor();
  return (
    <Section title="Two-Step Sign-In">
      <QueryView query={factor} loading={<div className="late skeleton mt-4 h-24" />}>
        {(state) => <Choice state={state} />}
      </QueryView>
    </Section>
  );
}

type Step = "none" | "set-up" | "renew" | "off";

function Choice({ state }: { state: SecondFactor }) {
  const [step, setStep] = useState<Step>("none");
  const [codes, setCodes] = useState<string[] | null>(null);
  const ending = useEndSecondFactor();
  const renewing = useNewRecoveryCodes();
  const close = () => setStep("none");
  const show = (recoveryCodes: string[]) => {
    setCodes(recoveryCodes);
    close();
  };

  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(null)} />;
  if (state.managedBy)
    return (
      <p className="max-w-[60ch] pt-5 text-soft">You sign in with {state.managedBy}: a second step is set up there.</p>
    );
  if (step === "set-up") return <SecondFactorSetUp onDone={show} onCancel={close} />;
  if (step === "renew")
    return (
      <ProofForm
        explanation="The old recovery codes stop working."
        action="Create New Codes"
        mutation={renewing}
        onSuccess={({ recoveryCodes }) => show(recoveryCodes)}
        onCancel={close}
      />
    );
  if (step === "off")
    return (
      <ProofForm
        explanation="After that, the password alone is enough to sign in."
        action="Turn Off"
        mutation={ending}
        onSuccess={() => {
          close();
          showToast({ title: "Two-step sign-in is off", text: "We have told you by email too." });
        }}
        onCancel={close}
      />
    );
  return <IsOnOrOff state={state} onChoose={setStep} />;
}

function IsOnOrOff({ state, onChoose }: { state: SecondFactor; onChoose: (step: Step) => void }) {
  return (
    <div className="flex flex-col items-start gap-4 pt-5">
      {state.since === null ? (
        <>
          <p className="max-w-[60ch] text-soft">
            A code of an authenticator app is asked for after your password, so that a stolen password alone is not
            enough.
          </p>
          <Button onClick={() => onChoose("set-up")}>Turn On</Button>
        </>
      ) : (
        <>
          <p className="flex flex-wrap items-center gap-2.5">
            <Badge tone="done">On</Badge>
            <span className="text-soft">
              since <RelativeTime at={state.since} as="minute" /> · {state.recoveryCodesLeft} of 10 recovery codes left
            </span>
          </p>
          <div className="flex flex-wrap gap-3">
            <Button onClick={() => onChoose("renew")}>New Recovery Codes</Button>
            <Button onClick={() => onChoose("off")}>Turn Off</Button>
          </div>
        </>
      )}
    </div>
  );
}

/** Shows the recovery codes. They are shown only once, because the server stores only their hashes. */
function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  return (
    <div className="flex flex-col items-start gap-4 pt-5">
      <p className="max-w-[60ch] text-soft">
        Two-step sign-in is on. Save these recovery codes where you keep passwords: each works once when you do not have
        the app. They are not shown again.
      </p>
      <ul aria-label="Recovery codes" className="grid gap-x-8 gap-y-1.5 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={codes.join("\n")} label="Copy all" />
        <Button look="primary" size="small" onClick={onDone}>
          I Have Saved Them
        </Button>
      </div>
    </div>
  );
}
