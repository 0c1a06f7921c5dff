import { useState } from "react";
import { useRotateSecret } from "../../../api/webhooks.ts";
import { OneTimeSecretDialog } from "../../../components/new-secret.tsx";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { SaveError } from "../../../ui/save-problem.tsx";

/** Asks before it replaces the secret, and shows the new secret once. */
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
  if (rotating.data) return <CreatedSecretDialog secret={rotating.data.secret} onClose={onClose} />;
  return (
    <>
      <p className="mt-2 text-pretty text-soft">
        For a day each delivery is signed with both secrets, so that you can replace the old one without missing
        anything.
      </p>
      <SaveError error={rotating.error} />
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button look="primary" disabled={rotating.isPending} onClick={() => rotating.mutate(webhookId)}>
          {rotating.isPending ? "Making..." : "Make New Secret"}
        </Button>
      </div>
    </>
  );
}

export function CreatedSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <OneTimeSecretDialog what="Secret" value={secret} onDone={onClose}>
      With it your program can check that Lorekeep sent the message.
    </OneTimeSecretDialog>
  );
}
