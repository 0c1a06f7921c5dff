import { encode } from "uqr";
import { useBeginSecondFactor, useConfirmSecondFactor } from "../../../api/second-factor.ts";
import { CurrentPassword } from "../../../components/current-password.tsx";
import { useContractForm } from "../../../components/use-contract-form.ts";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { CodeField, FormButtons, FormProblem } from "./proof-form.tsx";

interface SecondFactorSetUpProps {
  onDone: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** Sets up the second factor. Asks for the password first, then for the app's first code. */
export function SecondFactorSetUp({ onDone, onCancel }: SecondFactorSetUpProps) {
  const beginning = useBeginSecondFactor();
  const form = useContractForm(beginning, { values: { password: "" } });
  if (beginning.data) return <FirstCode {...beginning.data} onDone={onDone} onCancel={onCancel} />;
  return (
    <form noValidate onSubmit={form.submit} className="flex max-w-sm flex-col gap-5 pt-5">
      <CurrentPassword label="Your password" registered={form.register("password")} error={form.errorOf("password")} />
      <FormProblem error={form.failure} />
      <FormButtons action="Continue" isPending={form.isSaving} onCancel={onCancel} />
    </form>
  );
}

function FirstCode({ secret, uri, onDone, onCancel }: SecondFactorSetUpProps & { secret: string; uri: string }) {
  const form = useContractForm(useConfirmSecondFactor(), {
    values: { code: "" },
    onSaved: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <form noValidate onSubmit={form.submit} className="flex flex-col gap-5 pt-5">
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
        <CodeField label="Code of the app" registered={form.register("code")} error={form.errorOf("code")} />
      </div>
      <FormProblem error={form.failure} />
      <FormButtons action="Turn On" isPending={form.isSaving} onCancel={onCancel} />
    </form>
  );
}

/** A QR code, always dark on white with a margin, because cameras cannot read inverted codes. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 4 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      className="size-48 rounded-box border border-rule"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}
