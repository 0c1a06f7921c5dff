import { type ReactNode, useEffect, useId, useState } from "react";
import { type DestinationKind, getDestinationPlural } from "../../connectors/manifest.ts";
import { type DestinationSource, useDestinations } from "../api/connections.ts";
import { useDebounced } from "../lib/use-debounced.ts";
import { Field } from "../ui/field.tsx";
import { QueryView } from "../ui/query-view.tsx";

const TYPING_DELAY_MS = 300;

interface DestinationChoiceProps {
  of: DestinationSource;
  place: DestinationKind;
  chosen: string;
  onChoose: (id: string) => void;
  /** The field for a destination that is not listed. Collapsed if there is a list. */
  children?: ReactNode;
  /** Opens the collapsed field, because it has an error. */
  isFieldShown?: boolean;
}

/** Offers the spaces or pages of a connected platform. If there is only one, it is already chosen. */
export function DestinationChoice(props: DestinationChoiceProps) {
  const { of, place, chosen, onChoose, children, isFieldShown = false } = props;
  const name = useId();
  const [typed, setTyped] = useState("");
  const search = useDebounced(typed.trim(), TYPING_DELAY_MS);
  const places = useDestinations(of, search);
  useOnlyPlace(search === "" && !places.isPlaceholderData ? places.data : undefined, chosen, onChoose);
  const [isUnfolded, unfold] = useState(false);
  if (isFieldShown && !isUnfolded) unfold(true);
  const isListed = search !== "" || (places.data?.length ?? 0) > 0;
  return (
    <>
      <fieldset className="flex flex-col gap-3 rounded-box border border-rule p-4">
        <legend className="px-1 text-13 font-semibold">Choose the {place}</legend>
        <Field label={`Search ${getDestinationPlural(place)}`}>
          {(control) => (
            <input
              {...control}
              type="search"
              className="field-box"
              maxLength={200}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
              // Enter would submit the form before a destination is chosen.
              onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
            />
          )}
        </Field>
        <QueryView query={places} loading={<div className="late skeleton h-24" />}>
          {(found) =>
            found.length === 0 ? (
              <p className="text-13 text-soft">
                {search ? `No ${place} matches.` : `No ${place} was shared with Lorekeep. Enter one below.`}
              </p>
            ) : (
              <ul className="max-h-64 divide-y divide-rule overflow-y-auto">
                {found.map((one) => (
                  <li key={one.id}>
                    <label className="touch flex items-center gap-3 py-2 hover:bg-sunken">
                      <input type="radio" name={name} checked={one.id === chosen} onChange={() => onChoose(one.id)} />
                      <span dir="auto" className="min-w-0 wrap-anywhere">
                        {one.name}
                      </span>
                    </label>
                  </li>
                ))}
              </ul>
            )
          }
        </QueryView>
      </fieldset>
      <Unlisted isFolded={isListed} isUnfolded={isUnfolded}>
        {children}
      </Unlisted>
    </>
  );
}

/**
 * Chooses the only destination once, when the whole list has arrived. Does not choose it again if a person empties the
 * field.
 */
function useOnlyPlace(
  all: readonly { id: string }[] | undefined,
  chosen: string,
  onChoose: (id: string) => void,
): void {
  const only = all?.length === 1 ? all[0]?.id : undefined;
  useEffect(() => {
    if (only !== undefined && chosen === "") onChoose(only);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [only]);
}

interface UnlistedProps {
  isFolded: boolean;
  isUnfolded: boolean;
  children: ReactNode;
}

function Unlisted({ isFolded, isUnfolded, children }: UnlistedProps) {
  if (!isFolded || !children) return children;
  return (
    <details open={isUnfolded || undefined}>
      <summary className="touch cursor-pointer text-13 text-link">Not in the list?</summary>
      <div className="mt-3">{children}</div>
    </details>
  );
}
