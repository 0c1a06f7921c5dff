import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useEffect, useState } from "react";
import { Link, useNavigate } from "react-router";
import type { Run } from "../../../../../shared/contract/analysis.ts";
import type { TrialSummary } from "../../../../../shared/contract/model-trials.ts";
import { explainWhoMay } from "../../../../../shared/domain/access.ts";
import { MAX_TRIAL_MATTERS } from "../../../../../shared/domain/model-providers.ts";
import { useUser } from "../../../../api/account.ts";
import { useChannels } from "../../../../api/channels.ts";
import { useOwnLanguageModel } from "../../../../api/language-model.ts";
import { useStartTrial, useTrialPrice, useTrials } from "../../../../api/model-trials.ts";
import { isUnfinished, useLatestRun } from "../../../../api/runs.ts";
import { ExportDrop } from "../../../../components/export-drop.tsx";
import { RelativeTime } from "../../../../components/moment.tsx";
import { Page } from "../../../../components/page.tsx";
import { useCan } from "../../../../components/permissions.tsx";
import { RunWithStop } from "../../../../components/run-progress.tsx";
import { Section } from "../../../../components/section.tsx";
import { formatChannel, formatItems } from "../../../../lib/format.ts";
import { formatMinuteRange, formatPriceRange } from "../../../../lib/model-cost.ts";
import { Button, getButtonClass } from "../../../../ui/button.tsx";
import { EmptyState } from "../../../../ui/empty-state.tsx";
import { Field } from "../../../../ui/field.tsx";
import { QueryView } from "../../../../ui/query-view.tsx";
import { SaveError } from "../../../../ui/save-problem.tsx";

export default function TrialsPage() {
  const may = useCan();
  const { data: user } = useUser();
  return (
    <Page
      title="Try it on your chat"
      description="See what the language model makes of a channel before it reads all of it"
    >
      {user && !may("change", "language-model") ? (
        <p className="text-soft">{explainWhoMay("change", "language-model")}</p>
      ) : (
        user && <Trials />
      )}
    </Page>
  );
}

function Trials() {
  const settings = useOwnLanguageModel();
  const trials = useTrials();
  return (
    <div className="flex max-w-3xl flex-col gap-12">
      <QueryView query={settings} loading={<div className="late skeleton h-48" />}>
        {({ source, models, neverToModel }) =>
          source === "none" || !models ? (
            <EmptyState
              title="No language model yet"
              action={
                <Link to="/settings/language-model" className={getButtonClass({ look: "primary" })}>
                  Choose a model
                </Link>
              }
            >
              Choose one first. It takes about two minutes.
            </EmptyState>
          ) : (
            <NewTrial model={models.main.name} neverToModel={neverToModel} />
          )
        }
      </QueryView>
      {trials.data && trials.data.trials.length > 0 && (
        <Section title="Earlier trials">
          <ul className="divide-y divide-rule border-b border-rule">
            {trials.data.trials.map((trial) => (
              <EarlierTrial key={trial.id} trial={trial} />
            ))}
          </ul>
          <p className="pt-2 text-13 text-faint">Trials are deleted after 30 days.</p>
        </Section>
      )}
    </div>
  );
}

function NewTrial({ model, neverToModel }: { model: string; neverToModel: readonly string[] }) {
  const channels = useChannels();
  const start = useStartTrial();
  const navigate = useNavigate();
  const exported = useExportedChannel();
  const [choice, setChoice] = useState("");
  const [most, setMost] = useState(MAX_TRIAL_MATTERS);
  const offered = (channels.data ?? []).filter(({ id }) => !neverToModel.includes(id));
  const isOffered = (id: string | null) => offered.some((channel) => channel.id === id);
  const channelId = [choice, exported.channelId].find(isOffered) ?? offered[0]?.id ?? "";
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (channelId === "" || start.isPending) return;
    start.mutate({ channelId, most }, { onSuccess: ({ id }) => void navigate(`/settings/language-model/try/${id}`) });
  };
  const hasChannel = !channels.data || offered.length > 0;
  return (
    <Section title="New trial">
      <p className="max-w-[65ch] pt-4 text-pretty text-soft">
        {model} reads the newest messages, writes articles and checks each statement. You judge them. Nothing is
        published or saved unless you say so.
      </p>
      {hasChannel && (
        <form noValidate onSubmit={submit} className="flex flex-col gap-5 pt-5">
          <Choices
            offered={offered}
            channelId={channelId}
            most={most}
            onChannel={(id) => setChoice(id)}
            onMost={setMost}
          />
          <Price channelId={channelId} most={most} />
          <SaveError error={start.error} saved="" />
          <div>
            <Button type="submit" look="primary" disabled={channelId === "" || start.isPending}>
              {start.isPending ? "Starting..." : "Try it"}
            </Button>
          </div>
        </form>
      )}
      <TryExport hasChannel={hasChannel} run={exported.run} onStarted={exported.follow} />
    </Section>
  );
}

/** Follows the export that was dropped on this page. Its largest channel is proposed for the trial. */
function useExportedChannel() {
  const [runId, setRunId] = useState<string | null>(null);
  const latest = useLatestRun("import");
  const run = latest && latest.id === runId ? latest : null;
  const largest = run?.result?.channels.toSorted((a, b) => b.messages - a.messages)[0];
  const queryClient = useQueryClient();
  const isDone = run !== null && !isUnfinished(run);
  useEffect(() => {
    if (isDone) void queryClient.invalidateQueries({ queryKey: ["/api/channels"] });
  }, [isDone, queryClient]);
  return { channelId: largest?.channelId ?? null, run, follow: ({ id }: Run) => setRunId(id) };
}

interface TryExportProps {
  hasChannel: boolean;
  run: Run | null;
  onStarted: (run: Run) => void;
}

/** Accepts an export. It is stored but not analyzed, so that only the trial costs money. */
function TryExport({ hasChannel, run, onStarted }: TryExportProps) {
  return (
    <div className="pt-8">
      <h3 className="font-semibold">{hasChannel ? "Or try it on a Slack export" : "Try it on a Slack export"}</h3>
      <p className="max-w-[65ch] pt-1 text-pretty text-soft">
        Its messages are stored. The model reads only what the trial needs.
        {!hasChannel && (
          <>
            {" "}
            Or{" "}
            <Link to="/channels" className="touch text-link">
              connect your chat
            </Link>{" "}
            first.
          </>
        )}
      </p>
      <ExportDrop isAnalyzedLater onStarted={onStarted} />
      {run && isUnfinished(run) && <RunWithStop run={run} />}
      {run && !isUnfinished(run) && <Imported run={run} />}
    </div>
  );
}

function Imported({ run: { state, error, result, fileName } }: { run: Run }) {
  const problems = result?.problems ?? [];
  return (
    <output className={`block pt-3 text-13 text-pretty ${state === "failed" ? "text-wrong" : "text-soft"}`}>
      {state === "failed"
        ? error
        : `${formatItems(result?.messagesRead ?? 0, "message")} of ${fileName ?? "the export"} stored. Choose one of its channels above.`}
      {problems.length > 0 && ` ${formatItems(problems.length, "thing")} could not be read.`}
    </output>
  );
}

interface ChoicesProps {
  offered: readonly { id: string; channelName: string }[];
  channelId: string;
  most: number;
  onChannel: (id: string) => void;
  onMost: (most: number) => void;
}

function Choices({ offered, channelId, most, onChannel, onMost }: ChoicesProps) {
  return (
    <div className="grid gap-5 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
      <Field label="Channel">
        {(control) => (
          <select
            {...control}
            className="field-box"
            value={channelId}
            onChange={({ target }) => onChannel(target.value)}
          >
            {offered.map(({ id, channelName }) => (
              <option key={id} value={id}>
                {formatChannel(channelName)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Articles, at most">
        {(control) => (
          <select
            {...control}
            className="field-box"
            value={most}
            onChange={({ target }) => onMost(Number(target.value))}
          >
            {[5, 10, MAX_TRIAL_MATTERS].map((number) => (
              <option key={number}>{number}</option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}

/** Says how long a trial takes and what it costs, before it starts. */
function Price({ channelId, most }: { channelId: string; most: number }) {
  const { data: price, isError } = useTrialPrice(channelId, most);
  if (isError) return <p className="text-13 text-soft">Only somebody who reads this channel can try a model on it.</p>;
  if (!price) return <p className="text-13 text-faint">&nbsp;</p>;
  const { messages, minutes, dollars } = price;
  if (messages.most === 0)
    return (
      <p className="text-13 text-soft">Lorekeep has no message of this channel yet. Analyze or import it first.</p>
    );
  return (
    <p className="text-13 text-pretty text-soft tabular-nums">
      Reads {messages.least === messages.most ? "" : `${messages.least} to `}
      {formatItems(messages.most, "message")}, takes about {formatMinuteRange(minutes)}
      {dollars === null ? ". No price is known for this model." : ` and costs ${formatPriceRange(dollars)}.`} Your
      limits hold.
    </p>
  );
}

const STATES = { running: "Running", done: "Done", stopped: "Stopped", failed: "Did not finish" } as const;

function EarlierTrial({ trial }: { trial: TrialSummary }) {
  const { id, channel, model, state, createdAt, judged, articles } = trial;
  const count = judged.keep + judged.edit + judged.no;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
      <Link to={`/settings/language-model/try/${id}`} className="touch text-link wrap-anywhere">
        {formatChannel(channel)} with {model ?? "the model"}
      </Link>
      <span className="text-13 text-soft tabular-nums">
        {state === "done" ? "" : `${STATES[state]} · `}
        {count === 0 ? `${formatItems(articles, "article")}, not judged` : `would keep ${judged.keep} of ${articles}`} ·{" "}
        <RelativeTime at={createdAt} />
      </span>
    </li>
  );
}
