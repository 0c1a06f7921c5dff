import { ChevronRight } from "lucide-react";
import type { ConnectorManifest } from "../../../connectors/manifest.ts";
import { KNOWLEDGE_MANIFESTS } from "../../../connectors/manifests.ts";
import { Section } from "../../components/section.tsx";
import { SetupGuide } from "../../components/setup-guide.tsx";
import { PlatformMark } from "../../ui/platform-mark.tsx";

/** Lists every platform with its form's fields, including platforms that are not connected. */
export function PlatformGuides() {
  return (
    <Section title="Setup Guides">
      <div className="divide-y divide-rule">
        {KNOWLEDGE_MANIFESTS.map((manifest: ConnectorManifest) => (
          <details key={manifest.id} className="group">
            <summary className="flex min-h-12 list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
              <ChevronRight
                className="size-4 text-faint transition-transform group-open:rotate-90"
                aria-hidden="true"
              />
              <PlatformMark platform={manifest.id} />
              <span className="font-medium">{manifest.name}</span>
            </summary>
            <div className="grid gap-x-14 gap-y-6 pb-6 lg:grid-cols-2">
              <dl className="flex flex-col gap-3">
                {manifest.fields.map((field) => (
                  <div key={field.key}>
                    <dt className="font-medium">{field.label}</dt>
                    <dd className="text-13 text-soft">{field.help}</dd>
                  </div>
                ))}
              </dl>
              <SetupGuide manifest={manifest} />
            </div>
          </details>
        ))}
      </div>
    </Section>
  );
}
