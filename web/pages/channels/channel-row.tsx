import { clsx } from "clsx";
import { ChevronDown, Eye, EyeOff, Trash2 } from "lucide-react";
import { lazy, Suspense, useId, useState } from "react";
import { Link } from "react-router";
import type { Channel } from "../../../shared/contract/channels.ts";
import { useRemoveChannel } from "../../api/channels.ts";
import { useAnalyzeChannel } from "../../api/runs.ts";
import { ChannelReadingState } from "../../components/channel-reading.tsx";
import { useWatchState } from "../../components/channel-switches/watch-state.ts";
import { useCostConfirmation } from "../../components/cost-question.tsx";
import { ChannelWaitsForModel } from "../../components/model-waiting.tsx";
import { Permitted } from "../../components/permissions.tsx";
import { usePlanMessages } from "../../components/plan-messages.ts";
import { ReadingTimes } from "../../components/reading-times.tsx";
import { getErrorMessage } from "../../lib/api-error.ts";
import { formatChannel, formatItems } from "../../lib/format.ts";
import { handleResult } from "../../lib/handle-result.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { ServerSentence } from "../../ui/server-sentence.tsx";
import { LastAnalysis } from "./last-analysis.tsx";
import { useWatchControl } from "./use-watch-control.tsx";

const StopDialog = lazy(() => import("./stop-dialog.tsx"));
const ChannelSettings = lazy(() => import("./channel-settings.tsx"));

export function ChannelRow({ channel }: { channel: Channel }) {
  const name = formatChannel(channel.channelName);
  const settings = useId();
  const [isOpen, setOpen] = useState(false);
  const { isWatched } = useWatchState()(channel);
  const WatchIcon = isWatched ? EyeOff : Eye;
  const watching = useWatchControl(channel, name);

  return (
    <li id={`channel-${channel.id}`} className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <ChannelFacts channel={channel} name={name} />
      <div className="flex flex-wrap items-center gap-2">
        {watching.may && (
          <Button
            size="small"
            aria-label={`${watching.label} ${name}`}
            disabled={watching.isPending}
            onClick={watching.choose}
          >
            <WatchIcon className="size-4" aria-hidden="true" />
            {watching.isPending ? (isWatched ? "Stopping…" : "Starting…") : watching.label}
          </Button>
        )}
        <Permitted change="channels">
          <AnalyzeButton channel={channel} name={name} />
        </Permitted>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={settings}
          aria-label={`Settings of ${name}`}
          onClick={() => setOpen(!isOpen)}
        >
          Settings
          <ChevronDown className={clsx("size-4 transition-transform", isOpen && "rotate-180")} aria-hidden="true" />
        </Button>
        <Permitted change="channels">
          <RemoveButton channel={channel} name={name} />
        </Permitted>
      </div>
      {watching.question}
      {isOpen && (
        <Suspense fallback={<div id={settings} className="late skeleton h-64 basis-full" />}>
          <ChannelSettings id={settings} channel={channel} name={name} watching={watching} />
        </Suspense>
      )}
    </li>
  );
}

const ChannelFacts = ({ channel, name }: { channel: Channel; name: string }) => (
  <div className="min-w-0 flex-1 basis-72">
    <p className="font-medium break-words">{name}</p>
    <p className="text-13 text-soft">
      <ReadingTimes channel={channel}>
        {channel.messagesRead > 0 && `${formatItems(channel.messagesRead, "message")} read`}
        <Link to={`/articles?channel=${channel.id}`} className="hover:text-accent">
          {formatItems(channel.articles, "article")}
        </Link>
      </ReadingTimes>
    </p>
    <ChannelReadingState channel={channel} />
    <ChannelWaitsForModel channelId={channel.id} />
    <ThreadReplies channel={channel} />
    {!channel.trouble && <LastAnalysis channelId={channel.id} />}
    {channel.trouble && (
      <p className="text-13 text-wrong">
        <ServerSentence text={channel.trouble} />
      </p>
    )}
  </div>
);

/** Names the switches that make Lorekeep write in the channel. */
function ThreadReplies({ channel: { questions, answers } }: { channel: Channel }) {
  const on = [
    questions.isOn && "asks whether articles are right",
    answers.isOn && "answers without being asked",
  ].filter((one) => one !== false);
  return on.length > 0 && <p className="text-13 text-soft first-letter:uppercase">{on.join(" · ")}</p>;
}

const EXAMPLE_MESSAGES = 1_000;

/** Shows the cost of reading before it starts. */
function AnalyzeButton({ channel, name }: { channel: Channel; name: string }) {
  const analysis = useAnalyzeChannel();
  const { startAtPrice, isAsking, question } = useCostConfirmation();
  const explainLimit = usePlanMessages();
  const analyze = () =>
    analysis.mutate(channel.id, {
      onSuccess: ({ messagesProcessed, articlesCreated, message }) =>
        showToast({
          title: "Analysis complete",
          text:
            messagesProcessed + articlesCreated === 0
              ? message
              : `Processed ${formatItems(messagesProcessed, "message")} and created ${formatItems(articlesCreated, "article")}.`,
          ...(articlesCreated > 0 && { to: `/articles?channel=${channel.id}` }),
        }),
      onError: (error) =>
        showToast({
          title: "Analysis failed",
          text: getErrorMessage(error, "Unable to analyze channel messages. Please try again."),
          tone: "destructive",
        }),
    });
  /** Reading the history costs money, so the price is shown first. Later runs read only new messages. */
  const askAndAnalyze = () => {
    const waiting = channel.reading.waiting.messages;
    if (waiting === 0 && channel.messagesRead > 0) return analyze();
    startAtPrice({
      title: `Analyze ${name}?`,
      confirm: "Analyze",
      estimate: { messages: String(waiting || EXAMPLE_MESSAGES) },
      warning: explainLimit(name, waiting),
      ...(waiting === 0 && { note: "How many messages there are shows when they are read." }),
      start: analyze,
    });
  };

  return (
    <>
      <Button
        size="small"
        disabled={isAsking || analysis.isPending}
        onClick={askAndAnalyze}
        aria-label={`Analyze ${name}`}
      >
        {analysis.isPending ? "Analyzing..." : "Analyze"}
      </Button>
      {question}
    </>
  );
}

function RemoveButton({ channel, name }: { channel: Channel; name: string }) {
  const removal = useRemoveChannel();
  const [isAsking, setAsking] = useState(false);
  const remove = (takeBack: () => void) =>
    handleResult(
      removal.mutateAsync(channel.id),
      () => {
        showToast({ title: "Channel removed" });
        takeBack();
      },
      () => showToast({ title: "Error", text: "Failed to remove channel from monitoring.", tone: "destructive" }),
    );

  return (
    <>
      <Button look="quiet" size="icon" aria-label={`Remove ${name}`} onClick={() => setAsking(true)}>
        <Trash2 className="size-4" aria-hidden="true" />
      </Button>
      {isAsking && (
        <Suspense fallback={null}>
          <StopDialog
            channel={channel}
            title={`Remove ${name}?`}
            text={effectOfRemoving(channel)}
            confirm="Remove"
            onClose={() => setAsking(false)}
            onStop={remove}
          />
        </Suspense>
      )}
    </>
  );
}

function effectOfRemoving({ messagesRead }: Channel): string {
  const read =
    messagesRead > 0
      ? `, and the ${formatItems(messagesRead, "message")} read from it ${messagesRead === 1 ? "is" : "are"} deleted`
      : "";
  return `The channel is no longer read${read}. A running analysis of it stops.`;
}
