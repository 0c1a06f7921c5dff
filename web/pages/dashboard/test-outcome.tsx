import type { UseMutationResult } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Run, TestAnalysis } from "../../../shared/contract/analysis.ts";
import { NO_NEW_ARTICLE_STATUS, TEST_ANALYSIS_MESSAGES } from "../../../shared/domain/detection.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { RunFigures } from "../../components/run-figures.tsx";
import { formatItems } from "../../lib/format.ts";
import { explainError } from "./use-analysis-test.ts";

interface TestOutcomeProps {
  /** The test that this page started, if there is one. */
  test: UseMutationResult<TestAnalysis, Error, void>;
  /** The last test stored on the server. */
  run: Run | undefined;
}

export function TestOutcome({ test, run }: TestOutcomeProps) {
  if (test.error) return <Failure text={explainError(test.error)} />;
  if (test.data && !test.data.success)
    return <Failure text={test.data.details ?? test.data.error ?? test.data.message} />;
  if (test.data)
    return (
      <Results
        channels={test.data.channelsAnalyzed}
        messages={test.data.totalMessagesAnalyzed}
        articles={test.data.articlesCreated}
        lines={test.data.results}
        isStopped={run?.id === test.data.runId && run.isStopped}
      />
    );
  if (run?.state === "failed") return <Failure text={run.error ?? "Failed to run test"} at={run.createdAt} />;
  if (run?.result)
    return (
      <Results
        channels={run.result.channels.length}
        messages={run.result.messagesRead}
        articles={run.result.articlesCreated}
        lines={run.result.channels}
        isStopped={run.isStopped}
        at={run.finishedAt ?? run.createdAt}
      />
    );
  return null;
}

type ChannelLine = { channel: string; status: string };

interface ResultsProps {
  channels: number;
  messages: number;
  articles: number;
  lines: ChannelLine[];
  isStopped: boolean;
  at?: string;
}

const NO_CHANNEL = "No channel is active, so nothing was read.";
const NOTHING_READ = "There was no message to check yet.";
const NOTHING_NEW = "These messages hold nothing new that is worth an article.";

const ONLY_THE_LAST = `The test reads the last ${TEST_ANALYSIS_MESSAGES} messages of each channel. Analyze, on Collaboration Tools, reads all of them.`;

/** The most channels without news that have their own line. More channels share one line. */
const MOST_QUIET = 3;

function Results({ channels, messages, articles, lines, isStopped, at }: ResultsProps) {
  const isQuiet = ({ status }: ChannelLine) => status.endsWith(NO_NEW_ARTICLE_STATUS);
  const quiet = lines.filter(isQuiet);
  const isSummed = quiet.length > MOST_QUIET;
  const news = isSummed ? lines.filter((line) => !isQuiet(line)) : lines;
  return (
    <output className="mt-6 block border-t border-rule pt-4">
      <RunFigures
        figures={[
          ["channel", "analyzed", channels],
          ["message", "checked", messages],
          ["article", "created", articles],
        ]}
      />
      <ChannelLines lines={news} />
      {isStopped ? (
        <p className="mt-3 text-busy">It was stopped. What was read and written is kept.</p>
      ) : (
        <NextSteps channels={channels} messages={messages} articles={articles} />
      )}
      {channels > 0 && <p className="mt-1 text-13 text-soft">{ONLY_THE_LAST}</p>}
      {isSummed && (
        <details className="mt-3 text-13">
          <summary className="cursor-pointer py-2 text-soft">
            {formatItems(quiet.length, "channel")}: nothing new
          </summary>
          <ChannelLines lines={quiet} />
        </details>
      )}
      {at && (
        <p className="mt-2 text-13 text-faint">
          Last test <RelativeTime at={at} />
        </p>
      )}
    </output>
  );
}

/** Explains the figures, and links to the next step. */
function NextSteps({ channels, messages, articles }: Omit<ResultsProps, "lines" | "isStopped" | "at">) {
  const [says, name, to] =
    channels === 0
      ? [NO_CHANNEL, "Add a channel", "/channels"]
      : articles === 0
        ? [messages === 0 ? NOTHING_READ : NOTHING_NEW, "Open the library", "/articles"]
        : [null, `Read ${articles === 1 ? "the new article" : "the new articles"}`, "/articles"];
  return (
    <p className="mt-3">
      {says && <span className="text-soft">{says} </span>}
      <Link to={to} className="text-link font-medium">
        {name}
      </Link>
    </p>
  );
}

function ChannelLines({ lines }: { lines: ChannelLine[] }) {
  if (lines.length === 0) return null;
  return (
    <ul className="mt-3 divide-y divide-rule text-13">
      {lines.map((line) => (
        <li key={line.channel} className="flex flex-wrap justify-between gap-x-6 py-2">
          <span className="font-medium">#{line.channel.replace(/^#/, "")}</span>
          <span className="text-soft">{line.status}</span>
        </li>
      ))}
    </ul>
  );
}

function Failure({ text, at }: { text: string; at?: string }) {
  return (
    <div role="alert" className="mt-6 border-t border-rule pt-4">
      <p className="font-medium text-wrong">The test did not finish.</p>
      <p className="mt-1 max-w-[65ch] text-soft">{text}</p>
      {at && (
        <p className="mt-2 text-13 text-faint">
          <RelativeTime at={at} />
        </p>
      )}
    </div>
  );
}
