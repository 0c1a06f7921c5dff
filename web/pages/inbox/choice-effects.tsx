import type { InboxChoice, InboxKind } from "../../../shared/domain/inbox.ts";
import { useRead } from "../../api/query-client.ts";
import { listChoiceEffects } from "./choices.ts";

interface ChoiceEffectsProps {
  kind: InboxKind;
  /** The choices of the items that are shown. */
  choices: readonly InboxChoice[];
}

/** Says in one line each what the choices do. */
export function ChoiceEffects({ kind, choices }: ChoiceEffectsProps) {
  const targets = useRead("GET /api/integrations").data?.filter(({ isActive }) => isActive);
  const effects = listChoiceEffects(kind).filter(({ choice }) => choices.includes(choice));
  if (effects.length === 0) return null;
  return (
    <ul aria-label="What each choice does" className="mt-3 flex flex-col gap-0.5 text-13 text-soft">
      {effects.map(({ choice, name, effect }) => (
        <li key={choice}>
          <span className="font-medium text-ink">{name}:</span>{" "}
          {choice === "approve" && targets ? whereTo(targets.map((target) => target.name)) : effect}
        </li>
      ))}
    </ul>
  );
}

const whereTo = (names: string[]) =>
  names.length === 0
    ? "It is in the library. No platform is connected to publish it to."
    : `It is published to ${new Intl.ListFormat("en").format(names)}.`;
