import type { ListedModel } from "../../../../shared/contract/language-model.ts";
import { Field } from "../../../ui/field.tsx";
import { describeModel } from "./model-facts.ts";

export interface ChosenModelNames {
  main: string;
  /** '' if the fast model is the same as `main`. */
  fast: string;
  check: string;
}

const JOBS = [
  { job: "main", label: "Writes articles", help: "A strong model: what it writes is what people read." },
  { job: "fast", label: "Finds what is worth keeping", help: "A small one is enough. It reads every message." },
  { job: "check", label: "Checks every statement", help: "A small one is enough." },
] as const;

interface ModelNamesProps {
  names: ChosenModelNames;
  /** The models to choose from. Empty if the provider offers no list; people then type names. */
  models: readonly ListedModel[];
  onChange: (names: ChosenModelNames) => void;
}

export function ModelNames({ names, models, onChange }: ModelNamesProps) {
  return (
    <div className="flex flex-col gap-4">
      {JOBS.map(({ job, label, help }) => {
        const set = (name: string) => onChange({ ...names, [job]: name });
        return (
          <Field key={job} label={label} help={help}>
            {(control) =>
              models.length > 0 ? (
                <select
                  {...control}
                  className="field-box"
                  value={names[job]}
                  onChange={({ target }) => set(target.value)}
                >
                  <option value="">{job === "main" ? "Choose a model" : "The same model"}</option>
                  {models.map((model) => (
                    <option key={model.name} value={model.name}>
                      {describeModel(model)}
                    </option>
                  ))}
                </select>
              ) : (
                <input
                  {...control}
                  className="field-box"
                  spellCheck={false}
                  placeholder={job === "main" ? "Name of the model" : "The same model"}
                  value={names[job]}
                  onChange={({ target }) => set(target.value)}
                />
              )
            }
          </Field>
        );
      })}
      {models.length > 0 && <p className="text-13 text-faint">Prices in US dollars for a million tokens.</p>}
    </div>
  );
}
