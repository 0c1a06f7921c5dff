import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";

/** Shows the recovery codes. They are shown only once, because the server stores only their hashes. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
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
