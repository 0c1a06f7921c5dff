import type { ReactNode } from "react";
import { type Action, can, type Thing, whoMay } from "../../shared/domain/access.ts";
import { useUser } from "../api/account.ts";

/** What the signed-in person may do, by the server's own rule. Nothing while it is not known who that is. */
export function useCan(): (action: Action, thing: Thing) => boolean {
  const { data: user } = useUser();
  return (action, thing) => user !== undefined && can(user, action, thing);
}

interface MayProps {
  change: Thing;
  children: ReactNode;
}

/** What would be refused is not shown. */
export function May({ change, children }: MayProps) {
  return useCan()("change", change) ? children : null;
}

/** A form that everybody may read: what is in it cannot be used by whoever may not change it, and says who may. */
export function MayFill({ change, children }: MayProps) {
  const { data: user } = useUser();
  const isAllowed = user === undefined || can(user, "change", change);
  return (
    <fieldset disabled={!isAllowed} className="min-w-0">
      {!isAllowed && <p className="pt-4 text-13 text-soft">{whoMay("change", change)}</p>}
      {children}
    </fieldset>
  );
}
