import { clsx } from "clsx";
import { ArrowUpRight } from "lucide-react";
import { useId, useState } from "react";
import type { ConnectorManifest, SetupStep, SetupWay } from "../../connectors/manifest.ts";
import { SETUP_WAYS } from "../../connectors/setup-ways.ts";
import { buttonClass } from "../ui/button.tsx";

export function SetupGuide({ manifest }: { manifest: ConnectorManifest }) {
  const ways = SETUP_WAYS[manifest.id];
  return (
    <div>
      <h3 className="font-serif text-19">How to set up {manifest.name}</h3>
      {ways ? (
        <>
          <Ways name={manifest.name} ways={ways} />
          <details className="mt-5">
            <summary className="touch cursor-pointer text-13 text-link">Set it up by hand instead</summary>
            <Steps steps={manifest.setupGuide} />
          </details>
        </>
      ) : (
        <Steps steps={manifest.setupGuide} />
      )}
      <a
        href={manifest.docsUrl}
        target="_blank"
        rel="noopener noreferrer"
        className="touch mt-3 inline-flex items-center gap-1 text-13 text-link"
      >
        {manifest.name}'s own documentation
        <ArrowUpRight className="size-3.5" aria-hidden="true" />
      </a>
    </div>
  );
}

/** The way that suits this address is chosen already; a person knows better what can be reached. */
function Ways({ name, ways }: { name: string; ways: readonly SetupWay[] }) {
  const group = useId();
  const address = window.location.origin;
  const [chosen, choose] = useState(() => ways.find(({ suits }) => suits(address))?.id);
  const way = ways.find(({ id }) => id === chosen);
  return (
    <>
      <fieldset className="mt-3 flex flex-col gap-1.5">
        <legend className="mb-1.5 text-13 text-soft">How messages arrive from {name}</legend>
        {ways.map(({ id, label }) => (
          <label key={id} className="touch flex cursor-pointer items-center gap-2.5 text-13">
            <input
              type="radio"
              name={group}
              className="size-4 shrink-0 accent-accent"
              checked={id === chosen}
              onChange={() => choose(id)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {way && (
        <>
          <a
            href={way.link.href(address)}
            target="_blank"
            rel="noopener noreferrer"
            className={clsx(buttonClass({ look: "primary" }), "mt-4 hover:bg-accent-strong")}
          >
            {way.link.label}
            <ArrowUpRight className="size-4" aria-hidden="true" />
          </a>
          <Steps steps={way.steps} />
        </>
      )}
    </>
  );
}

function Steps({ steps }: { steps: readonly SetupStep[] }) {
  return (
    <ol className="mt-3 flex flex-col gap-3">
      {steps.map((step, index) => (
        <li key={step.title} className="grid grid-cols-[1.5rem_1fr] text-13">
          <span className="font-serif text-17 leading-none text-faint">{index + 1}</span>
          <span>
            <strong className="font-semibold">{step.title}.</strong>{" "}
            <span className="text-soft [overflow-wrap:anywhere]">{withAddress(step.text)}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

/** The page was reached by it. */
const withAddress = (text: string) => text.replaceAll("{address}", window.location.origin);
