import { type DestinationKind, getDestinationPlural } from "../../connectors/manifest.ts";
import { useListDestinations } from "../api/proofs.ts";
import { ApiError } from "../lib/api-error.ts";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";

interface DestinationOfTokenProps {
  place: DestinationKind;
  /** The credentials as typed in the form, not saved yet. */
  credentials: { type: string; baseUrl: string; apiKey: string };
  chosen: string;
  onChoose: (id: string) => void;
}

/** Lists the spaces or pages that an entered token can see, so that nobody has to know their ids. */
export function DestinationOfToken({ place, credentials, chosen, onChoose }: DestinationOfTokenProps) {
  const listing = useListDestinations();
  const found = listing.data;
  const places = getDestinationPlural(place);
  const chooseOnly = (listed: readonly { id: string }[]) => {
    const [only, ...others] = listed;
    if (only && others.length === 0 && !chosen.trim()) onChoose(only.id);
  };
  return (
    <div className="flex flex-col gap-3">
      {found && found.length > 0 && (
        <Field label={`Choose the ${place}`}>
          {(control) => (
            <select
              {...control}
              className="field-box"
              value={found.some(({ id }) => id === chosen) ? chosen : ""}
              onChange={(event) => onChoose(event.target.value)}
            >
              <option value="">Choose one</option>
              {found.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <Button
        size="small"
        className="self-start"
        disabled={!credentials.apiKey.trim() || listing.isPending}
        onClick={() => listing.mutate(credentials, { onSuccess: chooseOnly })}
      >
        {listing.isPending ? `Listing ${places}...` : `List ${places}`}
      </Button>
      <output className="block text-13 text-soft empty:hidden">
        {listing.isError && reasonOf(listing.error)}
        {found?.length === 0 && `The token sees no ${place}. Share one with it, or enter one above.`}
      </output>
    </div>
  );
}

const reasonOf = (error: unknown) => (error instanceof ApiError && error.said) || "The list could not be read.";
