import { clsx } from "clsx";
import { Bell } from "lucide-react";
import { useId, useState } from "react";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import type { WatchKind } from "../../../shared/domain/notifications.ts";
import { useSetWatch, useWatches } from "../../api/notifications.ts";
import { formatChannel } from "../../lib/format.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { Modal } from "../../ui/modal.tsx";

/** Lets the person choose what to be notified about: this article, its channel or its category. */
export function WatchArticle({ article }: { article: ArticlePage }) {
  const [isOpen, setOpen] = useState(false);
  const watches = useWatches();
  const titleId = useId();
  const offered: [WatchKind, string, string][] = [
    ["article", article.id, "This article"],
    ...(article.channelId
      ? [
          ["channel", article.channelId, `Every article of ${formatChannel(article.sourceChannel)}`] as [
            WatchKind,
            string,
            string,
          ],
        ]
      : []),
    ["category", article.category, `Every article in ${article.category}`],
  ];
  const watched = offered.some(([kind, target]) => isWatched(watches.data, kind, target));
  return (
    <>
      <Button size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Bell className={clsx("size-4", watched && "text-accent")} aria-hidden="true" />
        <span className="max-sm:sr-only">{watched ? "Following" : "Follow"}</span>
      </Button>
      <Modal
        open={isOpen}
        onClose={() => setOpen(false)}
        labelledBy={titleId}
        className="m-auto w-[calc(100%-2rem)] max-w-md rounded-box border border-rule bg-raised p-6 shadow-lift"
      >
        <h2 id={titleId} className="font-serif text-24">
          Follow
        </h2>
        <p className="mt-1 text-13 text-soft">
          You are notified when it changes, is contradicted or is withdrawn, in the product and by email as set in your
          notification settings.
        </p>
        <ul className="mt-4 divide-y divide-rule">
          {offered.map(([kind, target, label]) => (
            <li key={kind}>
              <WatchBox kind={kind} target={target} label={label} watches={watches.data} />
            </li>
          ))}
        </ul>
        <div className="mt-5 flex justify-end">
          <Button look="primary" onClick={() => setOpen(false)}>
            Done
          </Button>
        </div>
      </Modal>
    </>
  );
}

const isWatched = (watches: Watches, kind: WatchKind, target: string) =>
  watches?.some((one) => one.kind === kind && one.target === target) ?? false;

/** The person's watches; undefined while they load. */
type Watches = ReturnType<typeof useWatches>["data"];

interface WatchBoxProps {
  kind: WatchKind;
  target: string;
  label: string;
  watches: Watches;
}

function WatchBox({ kind, target, label, watches }: WatchBoxProps) {
  const watching = useSetWatch();
  return (
    <label className="flex min-h-11 items-center gap-3 py-2 wrap-anywhere">
      <input
        type="checkbox"
        className="size-[1.125rem] shrink-0 accent-accent"
        checked={isWatched(watches, kind, target)}
        disabled={watching.isPending || watches === undefined}
        onChange={({ target: box }) =>
          watching.mutate(
            { kind, target, isOn: box.checked },
            {
              onError: () => showToast({ title: "Not changed", text: "Please try again.", tone: "destructive" }),
            },
          )
        }
      />
      {label}
    </label>
  );
}
