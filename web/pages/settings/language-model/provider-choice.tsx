import { type ReactNode, useId } from "react";
import type { ModelProviderFacts } from "../../../../shared/contract/language-model.ts";
import { MarkFrame } from "../../../ui/platform-mark.tsx";

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

/** Simple marks in one style that distinguish providers. They are not the providers' logos. */
const MARKS: Record<ProviderId, ReactNode> = {
  anthropic: <path d="M4 16l6-12 6 12M6.500 11.500h7" />,
  openai: <path d="M10 3l6 3.500v7L10 17l-6-3.500v-7zM10 7.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z" />,
  google: <path d="M15.500 6A7 7 0 1 0 17 10h-6" />,
  mistral: <path d="M4 16V4l6 7 6-7v12" />,
  openrouter: <path d="M3 10h3c4 0 3-5 7-5h3M6 10c4 0 3 5 7 5h3M14 3l2.500 2L14 7M14 13l2.500 2-2.500 2" />,
  azure: <path d="M9 4L3 16h4M11 4l6 12H9.500l4-3.500" />,
  bedrock: <path d="M10 3l7 3.500-7 3.500-7-3.500zM3 10l7 3.500 7-3.500M3 13.500l7 3.500 7-3.500" />,
  vertex: <path d="M4 5l6 11 6-11M10 4v7" />,
  ollama: <path d="M4 4h12v9H4zM10 13v3.500M7 16.500h6" />,
  "openai-compatible": <path d="M4 4h12v5H4zM4 11h12v5H4zM7 6.500h1M7 13.500h1" />,
};

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
                  <span className="text-soft">
                    <MarkFrame>{MARKS[id]}</MarkFrame>
                  </span>
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

/** Says, before a key is pasted, where text is sent, how long it is stored, and the price. */
export function ProviderSentences({ provider: { where, kept, cost } }: { provider: ModelProviderFacts }) {
  return (
    <p className="max-w-[65ch] rounded-box bg-sunken p-4 text-pretty">
      {where} {kept} <span className="font-medium">{cost}</span>
    </p>
  );
}
