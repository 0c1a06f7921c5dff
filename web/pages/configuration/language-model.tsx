import type { ReactNode } from "react";
import type { LanguageModelFacts } from "../../../shared/contract/settings.ts";
import { useLanguageModel, useTryLanguageModel } from "../../api/settings.ts";
import { May } from "../../components/may.tsx";
import { Section } from "../../components/section.tsx";
import { Button } from "../../ui/button.tsx";
import { QueryView } from "../../ui/query-view.tsx";
import { SaveProblem } from "../../ui/save-problem.tsx";

const PROVIDERS: Record<string, string> = {
  openai: "OpenAI",
  anthropic: "Anthropic",
  google: "Google",
  "openai-compatible": "OpenAI-compatible server",
};

const COUNT = new Intl.NumberFormat("en");
const DOLLARS = new Intl.NumberFormat("en", { style: "currency", currency: "USD", maximumFractionDigits: 4 });

/** Which model writes, what it may cost, and whether it answers. It is chosen by whoever runs the installation. */
export function LanguageModel() {
  return (
    <Section title="Language Model">
      <QueryView query={useLanguageModel()} loading={<div className="late skeleton mt-4 h-24" />}>
        {({ model }) =>
          model ? (
            <Facts model={model} />
          ) : (
            <p className="mt-3 max-w-[70ch] text-soft">
              None is configured: the local engine does the work without a key or network access, and puts articles
              together from what people typed. A model writes them anew and reads each a second time. The operator of
              this installation can set one up, hosted or on your own server:{" "}
              <a href="/docs/language-models" className="text-link">
                language models
              </a>
              .
            </p>
          )
        }
      </QueryView>
    </Section>
  );
}

function Facts({ model }: { model: LanguageModelFacts }) {
  const { provider, name, address, price, dollars, tokens } = model;
  const attempt = useTryLanguageModel();
  return (
    <>
      <dl className="mt-3 divide-y divide-rule border-y border-rule">
        <Fact name="Provider">{PROVIDERS[provider] ?? provider}</Fact>
        <Fact name="Model">{name}</Fact>
        <Fact name="Address">{address ?? "The provider's own"}</Fact>
        <Fact name="Price">
          {price
            ? `${DOLLARS.format(price.input)} per million input tokens, ${DOLLARS.format(price.output)} per million output tokens`
            : "None: a local model"}
        </Fact>
        {dollars && (
          <Fact name="Cost today">
            {DOLLARS.format(dollars.spent)} of {DOLLARS.format(dollars.cap)}
          </Fact>
        )}
        <Fact name="Tokens today">
          {COUNT.format(tokens.spent)} {tokens.cap === null ? "(no limit)" : `of ${COUNT.format(tokens.cap)}`}
        </Fact>
      </dl>
      <p className="mt-3 max-w-[70ch] text-soft">
        When a daily limit is reached, the local engine takes over until midnight UTC. Model, address and limits are set
        by the operator, so that nobody else can point them at your internal network.
      </p>
      <May change="integrations">
        <div className="mt-4 flex flex-wrap items-center gap-4">
          <Button disabled={attempt.isPending} onClick={() => attempt.mutate()}>
            {attempt.isPending ? "Asking..." : "Test the model"}
          </Button>
          <output className={attempt.data?.works === false ? "text-wrong" : "text-soft"}>
            {attempt.data?.message}
          </output>
        </div>
      </May>
      <SaveProblem error={attempt.error} />
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-6 py-2.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-soft">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
