import { type FormEvent, useState } from "react";
import { useBeginSecondFactor, useConfirmSecondFactor } from "../../../api/second-factor.ts";
import { CurrentPassword } from "../../../components/current-password.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { CodeField, FormButtons, FormProblem, findProblemAt } from "./proof-form.tsx";
import { QrCode } from "./qr-code.tsx";

interface SetUpProps {
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** Sets up the second factor. Asks for the password first, then for the app's first code. */
export function SetUp({ onDone, onCancel }: SetUpProps) {
  const [password, setPassword] = useState("");
  const beginning = useBeginSecondFactor();
  if (beginning.data) return <FirstCode {...beginning.data} onDone={onDone} onCancel={onCancel} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!beginning.isPending) beginning.mutate({ password });
  };
  return (
    <form noValidate onSubmit={submit} className="flex max-w-sm flex-col gap-5 pt-5">
      <CurrentPassword
        label="Your password"
        value={password}
        error={findProblemAt(beginning.error, "password")}
        onChange={setPassword}
      />
      <FormProblem error={beginning.error} />
      <FormButtons action="Continue" isPending={beginning.isPending} onCancel={onCancel} />
    </form>
  );
}

function FirstCode({ secret, uri, onDone, onCancel }: SetUpProps & { secret: string; uri: string }) {
  const [code, setCode] = useState("");
  const confirming = useConfirmSecondFactor();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!confirming.isPending) confirming.mutate({ code }, { onSuccess: ({ recoveryCodes }) => onDone(recoveryCodes) });
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-5 pt-5">
      <p className="max-w-[60ch] text-soft">Scan this with your authenticator app, then enter the code it shows.</p>
      <div className="flex flex-wrap items-start gap-6">
        <QrCode text={uri} label="QR code for the authenticator app" />
        <div className="flex min-w-0 flex-col items-start gap-2">
          <p className="text-13 font-medium">Or type this key into the app</p>
          <code className="max-w-[24ch] break-words">{secret.match(/.{1,4}/g)?.join(" ")}</code>
          <CopyButton text={secret} label="Copy the key" />
        </div>
      </div>
      <div className="max-w-sm">
        <CodeField
          label="Code of the app"
          value={code}
          error={findProblemAt(confirming.error, "code")}
          onChange={setCode}
        />
      </div>
      <FormProblem error={confirming.error} />
      <FormButtons action="Turn On" isPending={confirming.isPending} onCancel={onCancel} />
    </form>
  );
}
