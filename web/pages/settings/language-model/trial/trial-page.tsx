import { useState } from "react";
import { Link, useParams } from "react-router";
import type { Judgement, Trial, TrialMatter } from "../../../../../shared/contract/model-trials.ts";
import { explainWhoMay } from "../../../../../shared/domain/access.ts";
import { useUser } from "../../../../api/account.ts";
import { useJudgeTrialArticle, useTrial } from "../../../../api/model-trials.ts";
import { Page } from "../../../../components/page.tsx";
import { useCan } from "../../../../components/permissions.tsx";
import { usePageShortcuts } from "../../../../components/shortcuts.ts";
import { formatChannel } from "../../../../lib/format.ts";
import { showToast } from "../../../../lib/toast-store.ts";
import { Button } from "../../../../ui/button.tsx";
import { QueryView } from "../../../../ui/query-view.tsx";
import { JudgedMatter } from "./judged-matter.tsx";
import { TrialEnd } from "./trial-end.tsx";
import { TrialProgress } from "./trial-progress.tsx";

export default function TrialPage() {
  const { id = "" } = useParams();
  const may = useCan();
  const { data: user } = useUser();
  return (
    <Page title="Try it on your chat" description="Judge each article beside the messages it was written from">
      {user && !may("change", "language-model") ? (
        <p className="text-soft">{explainWhoMay("change", "language-model")}</p>
      ) : (
        user && <OneTrial id={id} />
      )}
    </Page>
  );
}

function OneTrial({ id }: { id: string }) {
  const trial = useTrial(id);
  return (
    <QueryView query={trial} loading={<div className="late skeleton h-120" />}>
      {(known) => <Judging key={known.id} trial={known} />}
    </QueryView>
  );
}

/** Shows the articles to judge one after the other, and below them the conversations without an article. */
function Judging({ trial }: { trial: Trial }) {
  const { id, channel, model, matters, state } = trial;
  const [shownId, setShownId] = useState<string | null>(null);
  const judging = useJudgeTrialArticle(id);
  const articles = matters.filter((matter) => matter.articles.length > 0);
  const shown = articles.find((matter) => matter.id === shownId) ?? firstUnjudged(articles) ?? articles[0];
  const place = shown ? articles.indexOf(shown) : 0;
  const go = (by: number) => setShownId(articles[place + by]?.id ?? shown?.id ?? null);
  const judge = (judgement: Judgement) => {
    if (!shown) return;
    const isSame = shown.judgement === judgement;
    judging.mutate(
      { matterId: shown.id, judgement: isSame ? null : judgement },
      { onError: () => showToast({ title: "Not saved", text: "Please try again.", tone: "destructive" }) },
    );
    if (!isSame) setShownId(nextUnjudged(articles, place)?.id ?? shown.id);
  };
  usePageShortcuts({
    1: () => judge("keep"),
    2: () => judge("edit"),
    3: () => judge("no"),
    j: () => go(1),
    k: () => go(-1),
  });
  const declined = matters.filter((matter) => matter.problem !== null);
  const end = state !== "running" && <TrialEnd trial={trial} />;
  // The result comes first once all articles are judged. Before, the next article to judge comes first.
  const isJudged = firstUnjudged(articles) === undefined;
  return (
    <div className="flex flex-col gap-8">
      <p className="text-soft">
        <Link to="/settings/language-model/try" className="text-link">
          All trials
        </Link>{" "}
        · {formatChannel(channel)}
        {model && ` · ${model}`}
      </p>
      {(state === "running" || state === "failed") && <TrialProgress trial={trial} />}
      {isJudged && end}
      {shown && (
        <JudgedMatter
          key={shown.id}
          matter={shown}
          onJudge={judge}
          pager={<Pager place={place} count={articles.length} onGo={go} />}
        />
      )}
      {!isJudged && end}
      {declined.length > 0 && <Declined matters={declined} />}
    </div>
  );
}

function Pager({ place, count, onGo }: { place: number; count: number; onGo: (by: number) => void }) {
  return (
    <span className="flex items-center gap-2">
      <Button size="small" disabled={place === 0} onClick={() => onGo(-1)} aria-label="Previous article">
        ‹
      </Button>
      <span className="text-13 text-soft tabular-nums">
        {place + 1} of {count}
      </span>
      <Button size="small" disabled={place === count - 1} onClick={() => onGo(1)} aria-label="Next article">
        ›
      </Button>
    </span>
  );
}

const firstUnjudged = (articles: TrialMatter[]) => articles.find(({ judgement }) => judgement === null);

const nextUnjudged = (articles: TrialMatter[], place: number) =>
  [...articles.slice(place + 1), ...articles.slice(0, place)].find(({ judgement }) => judgement === null);

/** Lists the conversations without an article, each with the reason. */
function Declined({ matters }: { matters: TrialMatter[] }) {
  return (
    <details className="max-w-3xl text-13">
      <summary className="touch text-link">
        {matters.length === 1 ? "1 matter has no article" : `${matters.length} matters have no article`}
      </summary>
      <ul className="mt-2 divide-y divide-rule border-y border-rule">
        {matters.map(({ id, question, problem }) => (
          <li key={id} className="py-2">
            <span className="block wrap-anywhere">{question ?? "Deleted"}</span>
            <span className="text-soft">{problem}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}
