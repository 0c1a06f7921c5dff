import type { ModelBacklog } from "../../shared/contract/model-waiting.ts";
import { ApiError } from "../api/client.ts";
import { useContinueModelWork, useModelBacklog } from "../api/model-waiting.ts";
import { formatItems } from "../lib/format.ts";
import { formatMinuteRange, formatPriceRange } from "../lib/model-cost.ts";
import { showToast } from "../lib/toast-store.ts";
import { Button } from "../ui/button.tsx";
import { RelativeTime } from "./moment.tsx";

type WaitingWork = Pick<ModelBacklog, "conversations" | "messages" | "until"> & { sentence: string | null };

/**
 * Shows that work waits for the language model, until when, and how to continue earlier. Renders nothing if no work
 * waits.
 */
export function ModelBacklogNote({ className = "" }: { className?: string }) {
  const { data } = useModelBacklog();
  const going = useContinueModelWork();
  if (!data?.reason) return null;
  const { continueNow, whyNotNow } = data;
  const goOn = (dollars: number | null) =>
    going.mutate(dollars, {
      onSuccess: () => showToast({ title: "It goes on now" }),
      onError: (error) =>
        showToast({
          title: "Not continued",
          text: (error instanceof ApiError && error.said) || "Please try again.",
          tone: "destructive",
        }),
    });
  return (
    <section
      aria-label="Waiting for the language model"
      className={`flex flex-wrap items-center gap-x-4 gap-y-2 rounded-box border border-rule bg-raised p-4 ${className}`}
    >
      <p className="flex-1 basis-72 text-pretty">
        <Waiting waits={data} /> {whyNotNow}
      </p>
      {continueNow && (
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-soft">
          <Button disabled={going.isPending} onClick={() => goOn(continueNow.dollars?.most ?? null)}>
            Continue now
            {continueNow.dollars && ` for ${formatPriceRange(continueNow.dollars)}`}
          </Button>
          {formatMinuteRange(continueNow.minutes)}
        </p>
      )}
    </section>
  );
}

/** Shows in a channel's row that its messages wait for the language model. */
export function ChannelWaitsForModel({ channelId }: { channelId: string }) {
  const waits = useModelBacklog().data?.channels.find(({ id }) => id === channelId);
  if (!waits) return null;
  return (
    <p className="text-13 text-busy">
      <Waiting waits={waits} />
    </p>
  );
}

function Waiting({ waits: { conversations, messages, sentence, until } }: { waits: WaitingWork }) {
  const what = [
    conversations > 0 && formatItems(conversations, "conversation"),
    messages > 0 && formatItems(messages, "message"),
  ].filter(Boolean);
  return (
    <>
      {what.join(" and ") || "Work"} {conversations + messages === 1 ? "waits" : "wait"} for the language model.{" "}
      {sentence}
      {until && (
        <>
          {" "}
          It goes on by itself: <RelativeTime at={until} as="minute" />.
        </>
      )}
    </>
  );
}
