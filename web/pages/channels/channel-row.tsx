import { clsx } from "clsx";
import { ChevronDown, Trash2 } from "lucide-react";
import { lazy, Suspense, useId, useState } from "react";
import { Link } from "react-router";
import type { Channel } from "../../../shared/contract/channels.ts";
import { useRemoveChannel } from "../../api/channels.ts";
import { useAnalyzeChannel } from "../../api/runs.ts";
import { ChannelReading } from "../../components/channel-reading.tsx";
import { useCostQuestion } from "../../components/cost-question.tsx";
import { May } from "../../components/may.tsx";
import { ChannelWaitsForModel } from "../../components/model-waiting.tsx";
import { ReadingTimes } from "../../components/reading-times.tsx";
import { refusalOr } from "../../lib/api-error.ts";
import { formatChannel, formatItems } from "../../lib/format.ts";
import { tellResult } from "../../lib/tell-result.ts";
import { showToast } from "../../lib/toast-store.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { Said } from "../../ui/said.tsx";
import { Switch } from "../../ui/switch.tsx";

const ChannelSettings = lazy(() => import("./channel-settings.tsx"));

/** The specified toggle changes nothing; its toast leads to the switch that does. */
const sayToggleComesLater = (openSettings: () => void) =>
  showToast({
    title: "Feature coming soon",
    text: "Channel status toggle will be available in the next update.",
    action: { label: "Channel settings", run: openSettings },
  });

export function ChannelRow({ channel }: { channel: Channel }) {
  const name = formatChannel(channel.channelName);
  const settings = useId();
  const [isOpen, setOpen] = useState(false);

  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-3 py-4">
      <div className="flex min-w-0 flex-1 basis-72 items-start gap-3">
        <div className="min-w-0">
          <p className="font-medium break-words">{name}</p>
          <p className="text-13 text-soft">
            <ReadingTimes channel={channel}>
              {`${formatItems(channel.messagesRead, "message")} read`}
              <Link to="/articles" className="hover:text-accent">
                {formatItems(channel.articles, "article")}
              </Link>
            </ReadingTimes>
          </p>
          <ChannelReading channel={channel} />
          <ChannelWaitsForModel channelId={channel.id} />
          <ThreadReplies channel={channel} />
          {channel.trouble && (
            <p className="text-13 text-wrong">
              <Said text={channel.trouble} />
            </p>
          )}
        </div>
      </div>
      <div className="flex items-center gap-2.5 text-13 text-soft">
        <Switch
          checked={channel.isActive}
          label={`Monitor ${name}`}
          onChange={() => sayToggleComesLater(() => setOpen(true))}
        />
        <span className="w-14">{channel.isActive ? "Active" : "Inactive"}</span>
      </div>
      <div className="flex items-center gap-2">
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
        <May change="channels">
          <Actions channel={channel} name={name} />
        </May>
      </div>
      {isOpen && (
        <Suspense fallback={<div id={settings} className="late skeleton h-64 basis-full" />}>
          <ChannelSettings id={settings} channel={channel} name={name} />
        </Suspense>
      )}
    </li>
  );
}

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
  const { startAtPrice, isAsking, question } = useCostQuestion();
  const analyze = () =>
    analysis.mutate(channel.id, {
      onSuccess: ({ messagesProcessed, articlesCreated, message }) =>
        showToast({
          title: "Analysis complete",
          text:
            messagesProcessed + articlesCreated === 0
              ? message
              : `Processed ${formatItems(messagesProcessed, "message")} and created ${formatItems(articlesCreated, "article")}.`,
        }),
      onError: (error) =>
        showToast({
          title: "Analysis failed",
          text: refusalOr(error, "Unable to analyze channel messages. Please try again."),
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

function Actions({ channel, name }: { channel: Channel; name: string }) {
  const removal = useRemoveChannel();
  const remove = () =>
    tellResult(
      removal.mutateAsync(channel.id),
      () => showToast({ title: "Channel removed" }),
      () => showToast({ title: "Error", text: "Failed to remove channel from monitoring.", tone: "destructive" }),
    );

  return (
    <div className="flex items-center gap-2">
      <AnalyzeButton channel={channel} name={name} />
      <ConfirmDialog
        title={`Stop monitoring ${name}?`}
        text={effectOfRemoving(channel)}
        confirm="Stop monitoring"
        onConfirm={remove}
      >
        <Button look="quiet" size="icon" aria-label={`Remove ${name}`}>
          <Trash2 className="size-4" aria-hidden="true" />
        </Button>
      </ConfirmDialog>
    </div>
  );
}

function effectOfRemoving({ messagesRead, articles }: Channel): string {
  const read =
    messagesRead > 0
      ? `, and the ${formatItems(messagesRead, "message")} read from it ${messagesRead === 1 ? "is" : "are"} deleted`
      : "";
  const kept =
    articles > 0
      ? ` Its ${formatItems(articles, "article")} ${articles === 1 ? "stays, with what it quotes" : "stay, with what they quote"}.`
      : "";
  return `The channel is no longer read${read}.${kept}`;
}
