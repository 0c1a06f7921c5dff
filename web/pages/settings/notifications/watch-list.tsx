import type { Watch } from "../../../../shared/contract/notifications.ts";
import { useSetWatch, useWatches } from "../../../api/notifications.ts";
import { Section } from "../../../components/section.tsx";
import { showToast } from "../../../lib/toast-store.ts";
import { Button } from "../../../ui/button.tsx";
import { QueryView } from "../../../ui/query-view.tsx";

const WATCH_NAMES = { article: "Article", channel: "Channel", category: "Category" } as const;

export function WatchList() {
  const watches = useWatches();
  const watching = useSetWatch();
  const stop = ({ kind, target, name }: Watch) =>
    watching.mutate(
      { kind, target, isOn: false },
      {
        onSuccess: () => showToast({ title: "No longer followed", text: name }),
        onError: () => showToast({ title: "Not changed", text: "Please try again.", tone: "destructive" }),
      },
    );
  return (
    <Section title="What you follow">
      <QueryView
        query={watches}
        loading={<div className="late skeleton mt-4 h-16" />}
        empty={<p className="pt-4 text-soft">You follow no articles yet. Press Follow on an article.</p>}
      >
        {(list) => (
          <ul aria-label="What you follow" className="divide-y divide-rule">
            {list.map((one) => (
              <li key={`${one.kind} ${one.target}`} className="flex items-center justify-between gap-4 py-3">
                <p className="min-w-0 wrap-anywhere">
                  <span className="text-13 text-soft">{WATCH_NAMES[one.kind]}</span> {one.name}
                </p>
                <Button
                  size="small"
                  look="quiet"
                  disabled={watching.isPending}
                  onClick={() => stop(one)}
                  aria-label={`Stop following ${one.name}`}
                >
                  Stop
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  );
}
