import type { ReactNode } from "react";
import { type Action, can, explainWhoMay, type ProtectedResource } from "../../shared/domain/access.ts";
import { useUser } from "../api/account.ts";

/** Returns a check of the signed-in person's permissions, by the server's rule. Denies everything while the user is unknown. */
export function useCan(): (action: Action, thing: ProtectedResource) => boolean {
  const { data: user } = useUser();
  return (action, thing) => user !== undefined && can(user, action, thing);
}

interface MayProps {
  change: ProtectedResource;
  children: ReactNode;
}

/** Hides children whose action the server would refuse to this person. */
export function Permitted({ change, children }: MayProps) {
  return useCan()("change", change) ? children : null;
}

/**
 * A form that everybody may read. For people without the permission to change it, the form is disabled and says who may
 * change it.
 */
export function PermittedForm({ change, children }: MayProps) {
  const { data: user } = useUser();
  const isAllowed = user === undefined || can(user, "change", change);
  return (
    <fieldset disabled={!isAllowed} className="min-w-0">
      {!isAllowed && <p className="pt-4 text-13 text-soft">{explainWhoMay("change", change)}</p>}
      {children}
    </fieldset>
  );
}
