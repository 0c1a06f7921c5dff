import { ArrowUpRight } from "lucide-react";
import type { ConnectorManifest } from "../../connectors/manifest.ts";

export function SetupGuide({ manifest }: { manifest: ConnectorManifest }) {
  return (
    <div>
      <h3 className="font-serif text-19">How to set up {manifest.name}</h3>
      <ol className="mt-3 flex flex-col gap-3">
        {manifest.setupGuide.map((step, index) => (
          <li key={step.title} className="grid grid-cols-[1.5rem_1fr] text-13">
            <span className="font-serif text-17 leading-none text-faint">{index + 1}</span>
            <span>
              <strong className="font-semibold">{step.title}.</strong>{" "}
              <span className="text-soft [overflow-wrap:anywhere]">{withAddress(step.text)}</span>
            </span>
          </li>
        ))}
      </ol>
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

/** The page was reached by it. */
const withAddress = (text: string) => text.replaceAll("{address}", window.location.origin);
