import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Button } from "../ui/button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";

interface OneTimeSecretProps {
  /** The kind of secret, for the label of the copy button, such as 'Token'. */
  what: string;
  value: string;
  onDone: () => void;
}

const copyNow = (what: string) => `Copy the ${what.toLowerCase()} now: it is shown only once.`;

/** Shows a new secret in a box on the page. The server returns the secret only once. */
export function NewSecretBox({ what, value, onDone, className }: OneTimeSecretProps & { className: string }) {
  return (
    <div
      aria-live="polite"
      className={clsx("flex flex-col items-start gap-3 rounded-box border border-accent bg-raised p-4", className)}
    >
      <p className="font-medium">{copyNow(what)}</p>
      <p className="font-mono text-13 break-all">{value}</p>
      <div className="flex flex-wrap gap-3">
        <CopyButton text={value} label={`Copy ${what}`} />
        <Button look="quiet" size="small" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}

/** Shows a new secret in a dialog, below an explanation. The server returns the secret only once. */
export function OneTimeSecretDialog({ what, value, onDone, children }: OneTimeSecretProps & { children?: ReactNode }) {
  return (
    <div aria-live="polite" className="mt-4 flex flex-col items-start gap-4">
      <p className="font-medium">{copyNow(what)}</p>
      <p className="w-full rounded-box border border-accent bg-sunken p-3 font-mono text-13 break-all">{value}</p>
      {children && <p className="text-13 text-pretty text-soft">{children}</p>}
      <div className="flex w-full flex-wrap justify-end gap-3">
        <CopyButton text={value} label={`Copy ${what}`} />
        <Button look="primary" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  );
}
