import { lazy, Suspense } from "react";
import { Link } from "react-router";
import type { Run } from "../../../shared/contract/analysis.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { Permitted } from "../../components/permissions.tsx";
import { ReviewNote } from "../../components/review-note.tsx";
import { RunFigures } from "../../components/run-figures.tsx";
import { formatChannel, formatItems } from "../../lib/format.ts";
import { SuggestedFirstArticles } from "./articles-to-begin-with.tsx";

const ExcerptsOffer = lazy(() => import("../../components/excerpts/excerpts-offer.tsx"));

export function ImportResult({ run }: { run: Run }) {
  return (
    <output className="mt-5 flex flex-col gap-3">
      <p className="text-13 text-soft">
        {run.fileName ?? "The last import"}, <RelativeTime at={run.finishedAt ?? run.createdAt} />
      </p>
      {run.state === "failed" && (
        <p className="text-wrong">{run.error ?? "The import did not finish."} Everything read so far was kept.</p>
      )}
      {run.isStopped && (
        <p className="text-busy">
          It was stopped. Everything read and written until then was kept; import the file again to read the rest.
        </p>
      )}
      {run.result && <ReadChannels result={run.result} since={run.startedAt ?? run.createdAt} />}
    </output>
  );
}

/** Matches the server's message that the plan's messages are used up. */
const PAUSED = /^#.+? is paused\. (.+)$/;

function ReadChannels({ result, since }: { result: NonNullable<Run["result"]>; since: string }) {
  const reasons = result.problems.flatMap((problem) => PAUSED.exec(problem)?.[1] ?? []);
  // The reasons are equal except for the number of messages analyzed by then, so the last one is shown.
  const why = reasons.at(-1);
  const leftOut = result.problems.filter((problem) => !PAUSED.test(problem));
  return (
    <>
      <RunFigures
        figures={[
          ["message", "read", result.messagesRead],
          ["article", "created", result.articlesCreated],
          ["article", "updated", result.articlesUpdated],
        ]}
      />
      {why && (
        <p className="text-busy">
          {formatItems(reasons.length, "channel is", "channels are")} paused. {why}{" "}
          <Permitted change="billing">
            <Link to="/settings/subscription" className="font-medium text-link">
              See the plans
            </Link>
          </Permitted>
        </p>
      )}
      {result.articlesCreated > 0 && <SuggestedFirstArticles since={since} />}
      <ul className="divide-y divide-rule border-y border-rule text-13">
        {result.channels.map((channel) => (
          <li key={channel.channelId} className="flex flex-wrap justify-between gap-x-6 gap-y-0.5 py-2">
            <span className="font-medium">{formatChannel(channel.channel)}</span>
            <span className="text-soft">
              {channel.status}
              {channel.skipped > 0 && ` · ${formatItems(channel.skipped, "message")} left out`}
            </span>
          </li>
        ))}
      </ul>
      {leftOut.length > 0 && <LeftOut problems={leftOut} />}
      {result.articlesCreated > 0 && (
        <>
          <p>
            <Link to="/articles" className="font-medium text-link">
              Read the articles
            </Link>
          </p>
          <ReviewNote />
          <Suspense fallback={null}>
            <ExcerptsOffer />
          </Suspense>
        </>
      )}
    </>
  );
}

function LeftOut({ problems }: { problems: string[] }) {
  return (
    <details className="text-13">
      <summary className="font-medium text-busy">{formatItems(problems.length, "thing")} left out</summary>
      <ul className="mt-2 list-disc pl-5 text-soft">
        {problems.map((problem) => (
          <li key={problem}>{problem}</li>
        ))}
      </ul>
    </details>
  );
}
