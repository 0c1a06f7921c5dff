import { Trash2 } from "lucide-react";
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
import { ChannelAudience } from "./channel-audience.tsx";
import { NeverToModel } from "./never-to-model.tsx";

const sayToggleComesLater = () =>
  showToast({ title: "Feature coming soon", text: "Channel status toggle will be available in the next update." });

export function ChannelRow({ channel }: { channel: Channel }) {
  const name = formatChannel(channel.channelName);

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
          <NeverToModel channelId={channel.id} name={name} />
          {channel.trouble && (
            <p className="text-13 text-wrong">
              <Said text={channel.trouble} />
            </p>
          )}
        </div>
      </div>
      <div className="flex items-center gap-2.5 text-13 text-soft">
        <Switch checked={channel.isActive} label={`Monitor ${name}`} onChange={sayToggleComesLater} />
        <span className="w-14">{channel.isActive ? "Active" : "Inactive"}</span>
      </div>
      <div className="flex items-center gap-2 sm:gap-4">
        <ChannelAudience channelId={channel.id} name={name} />
        <May change="channels">
          <Actions channel={channel} name={name} />
        </May>
      </div>
    </li>
  );
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
              : `Processed ${messagesProcessed} messages and created ${articlesCreated} articles.`,
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
