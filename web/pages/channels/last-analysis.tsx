import { Link } from "react-router";
import type { Run } from "../../../shared/contract/analysis.ts";
import { useRuns } from "../../api/runs.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { formatCount, formatItems } from "../../lib/format.ts";

const SHOWN_FOR_MS = 24 * 60 * 60_000;

/** The result of the latest analysis of the channel that a person started within the last day. */
export function LastAnalysis({ channelId }: { channelId: string }) {
  const run = useRuns().data?.find((one) => isRecent(one) && findResult(one, channelId));
  const result = run && findResult(run, channelId);
  if (!run?.finishedAt || !result) return null;
  const hasArticles = result.articlesCreated + result.articlesUpdated > 0;
  return (
    <p className="text-13 text-soft">
      Analyzed <RelativeTime at={run.finishedAt} />: {describe(result)}{" "}
      {hasArticles && (
        <Link to={`/articles?channel=${channelId}`} className="touch text-link">
          Show articles
        </Link>
      )}
    </p>
  );
}

type ChannelResult = NonNullable<Run["result"]>["channels"][number];

const isRecent = ({ kind, state, isRequested, finishedAt }: Run) =>
  kind === "analyse" &&
  state === "done" &&
  isRequested &&
  finishedAt !== null &&
  Date.now() - Date.parse(finishedAt) < SHOWN_FOR_MS;

const findResult = ({ result }: Run, channelId: string) => result?.channels.find((one) => one.channelId === channelId);

function describe({ messages, articlesCreated, articlesUpdated }: ChannelResult): string {
  if (messages + articlesCreated + articlesUpdated === 0) return "nothing new was said.";
  const read = messages > 0 ? `${formatItems(messages, "message")} read, ` : "";
  return `${read}${formatItems(articlesUpdated, "article")} changed, ${formatCount(articlesCreated)} new.`;
}
