import { clsx } from "clsx";
import { ArrowUpRight, Download as DownloadIcon } from "lucide-react";
import { useId, useState } from "react";
import type { ConnectorManifest, SetupStep, SetupWay } from "../../connectors/manifest.ts";
import { SETUP_WAYS } from "../../connectors/setup-ways.ts";
import { getButtonClass } from "../ui/button.tsx";

type Values = Readonly<Record<string, string | undefined>>;

interface GuideProps {
  manifest: ConnectorManifest;
  /** The current values of the form beside the guide. */
  values: Values;
}

export function SetupGuide({ manifest, values = {} }: Pick<GuideProps, "manifest"> & { values?: Values | undefined }) {
  const ways = SETUP_WAYS[manifest.id];
  return (
    <div>
      <h3 className="font-serif text-19">How to set up {manifest.name}</h3>
      {ways ? (
        <>
          <Ways ways={ways} {...{ manifest, values }} />
          <details className="mt-5">
            <summary className="touch cursor-pointer text-13 text-link">Set it up by hand instead</summary>
            <Steps steps={manifest.setupGuide} {...{ manifest, values }} />
          </details>
        </>
      ) : (
        <Steps steps={manifest.setupGuide} {...{ manifest, values }} />
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

/**
 * Preselects the way of setup that fits the form's address. The person can choose another way, because the person knows
 * which hosts can be reached.
 */
function Ways({ ways, manifest, values }: GuideProps & { ways: readonly SetupWay[] }) {
  const group = useId();
  const address = window.location.origin;
  const [chosen, choose] = useState(() => ways.find(({ suits }) => suits(address))?.id);
  const way = ways.find(({ id }) => id === chosen);
  return (
    <>
      <fieldset className="mt-3 flex flex-col gap-1.5">
        <legend className="mb-1.5 text-13 text-soft">How messages arrive from {manifest.name}</legend>
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
            className={clsx(getButtonClass({ look: "primary" }), "mt-4 hover:bg-accent-strong")}
          >
            {way.link.label}
            <ArrowUpRight className="size-4" aria-hidden="true" />
          </a>
          <Steps steps={way.steps} {...{ manifest, values }} />
        </>
      )}
    </>
  );
}

function Steps({ steps, manifest, values }: GuideProps & { steps: readonly SetupStep[] }) {
  return (
    <ol className="mt-3 flex flex-col gap-3">
      {steps.map((step, index) => (
        <li key={step.title} className="grid grid-cols-[1.5rem_1fr] text-13">
          <span className="font-serif text-17 leading-none text-faint">{index + 1}</span>
          <span>
            <strong className="font-semibold">{step.title}.</strong>{" "}
            <span className="text-soft [overflow-wrap:anywhere]">{withAddress(step.text)}</span>
            {step.download && <Download platform={manifest.id} of={step.download} {...{ values }} />}
          </span>
        </li>
      ))}
    </ol>
  );
}

interface DownloadProps {
  platform: string;
  of: NonNullable<SetupStep["download"]>;
  values: Values;
}

function Download({ platform, of: { field, pattern, label, lacking }, values }: DownloadProps) {
  const value = values[field]?.trim() ?? "";
  if (!pattern.test(value)) return <span className="mt-1.5 block text-soft italic">{lacking}</span>;
  return (
    <span className="mt-2 block">
      <a
        href={`/api/app-packages/${platform}?appId=${encodeURIComponent(value)}`}
        download
        className={clsx(getButtonClass({ look: "plain", size: "small" }), "hover:border-accent hover:text-accent")}
      >
        <DownloadIcon className="size-4" aria-hidden="true" />
        {label}
      </a>
    </span>
  );
}

/** Inserts the address of this installation, as the browser sees it. */
const withAddress = (text: string) => text.replaceAll("{address}", window.location.origin);
