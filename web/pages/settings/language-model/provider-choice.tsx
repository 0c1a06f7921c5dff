import { useId } from "react";
import type { ModelProviderFacts } from "../../../../shared/contract/language-model.ts";

type ProviderId = ModelProviderFacts["id"];

interface ProviderChoiceProps {
  providers: readonly ModelProviderFacts[];
  chosen: ProviderId | null;
  onChoose: (id: ProviderId) => void;
}

const GROUPS: readonly { name: string; ids: readonly ProviderId[] }[] = [
  { name: "With a key", ids: ["anthropic", "openai", "google", "mistral", "openrouter"] },
  { name: "In your own cloud", ids: ["azure", "bedrock", "vertex"] },
  { name: "On your own machines", ids: ["ollama", "openai-compatible"] },
];

export function ProviderChoice({ providers, chosen, onChoose }: ProviderChoiceProps) {
  const group = useId();
  return (
    <fieldset>
      <legend className="pb-2 font-medium">Provider</legend>
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-3">
        {GROUPS.map(({ name, ids }) => (
          <div key={name}>
            <p className="pb-1 text-13 text-soft">{name}</p>
            {ids.flatMap((id) => {
              const provider = providers.find((one) => one.id === id);
              if (!provider) return [];
              return (
                <label key={id} className="flex min-h-9 cursor-pointer items-center gap-3 pointer-coarse:min-h-11">
                  <input
                    type="radio"
                    name={group}
                    className="size-4 accent-accent"
                    checked={chosen === id}
                    onChange={() => onChoose(id)}
                  />
                  {provider.name}
                </label>
              );
            })}
          </div>
        ))}
      </div>
    </fieldset>
  );
}

/** Tells, before a key is pasted, where text is sent, how long it is kept, and the price. */
export function ProviderSentences({ provider: { where, kept, cost } }: { provider: ModelProviderFacts }) {
  return (
    <p className="max-w-[65ch] rounded-box bg-sunken p-4 text-pretty">
      {where} {kept} <span className="font-medium">{cost}</span>
    </p>
  );
}
