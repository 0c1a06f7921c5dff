import { useState } from "react";
import { useRotateSecret } from "../../../api/webhooks.ts";
import { Button } from "../../../ui/button.tsx";
import { CopyButton } from "../../../ui/copy-button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SaveProblem } from "../../../ui/save-problem.tsx";

/** Asks, and shows the new secret once. */
export function NewSecretDialog({ webhookId, host }: { webhookId: string; host: string }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} aria-label={`New secret for ${host}`}>
        New Secret
      </Button>
      <Dialog title={`New secret for ${host}`} open={isOpen} onClose={close} closesOutside={false}>
        {isOpen && <Rotation webhookId={webhookId} onClose={close} />}
      </Dialog>
    </>
  );
}

function Rotation({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const rotating = useRotateSecret();
  if (rotating.data) return <MadeSecret secret={rotating.data.secret} onClose={onClose} />;
  return (
    <>
      <p className="mt-2 text-pretty text-soft">
        For a day each delivery is signed with both secrets, so that you can replace the old one without missing
        anything.
      </p>
      <SaveProblem error={rotating.error} />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={rotating.isPending} onClick={() => rotating.mutate(webhookId)}>
          {rotating.isPending ? "Making..." : "Make New Secret"}
        </Button>
      </div>
    </>
  );
}

export function MadeSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <div aria-live="polite" className="mt-4 flex flex-col items-start gap-4">
      <p className="font-medium">Copy the secret now: it is shown only once.</p>
      <p className="w-full rounded-box border border-accent bg-sunken p-3 font-mono text-13 break-all">{secret}</p>
      <p className="text-13 text-pretty text-soft">With it your program can check that Lorekeep sent the message.</p>
      <div className="flex w-full flex-wrap justify-end gap-3">
        <CopyButton text={secret} label="Copy Secret" />
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}
