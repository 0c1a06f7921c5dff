import { lazy, type ReactNode, Suspense } from "react";
import { Link } from "react-router";
import type { WikiHealth } from "../../../shared/contract/wiki-health.ts";
import { explainWhoMay } from "../../../shared/domain/access.ts";
import { MIN_TIMES_OFTEN_ASKED } from "../../../shared/domain/ask.ts";
import { useOpenQuestions } from "../../api/open-questions.ts";
import { useWikiHealth } from "../../api/wiki-health.ts";
import { useWikiFindings } from "../../api/wiki-reads.ts";
import { Page } from "../../components/page.tsx";
import { useCan } from "../../components/permissions.tsx";
import { Section } from "../../components/section.tsx";
import { formatItems } from "../../lib/format.ts";
import { getButtonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { QueryError, QueryView } from "../../ui/query-view.tsx";
import { QuestionRow } from "../questions/questions-page.tsx";
import { Duplicates } from "./duplicates.tsx";
import { SectionTitle, UnconfirmedPages, UnusedPages } from "./pages-to-look-at.tsx";
import { WeeklyCharts } from "./weeks.tsx";

const WikiFindings = lazy(() => import("../inbox/wiki-findings.tsx"));

const ALL = { mine: false, snoozed: false };

/** Lists what owners and admins should look at in the wiki, each with its evidence. */
export default function WikiHealthPage() {
  const mayRead = useCan()("read", "status");
  const health = useWikiHealth(mayRead);
  return (
    <Page
      title="Wiki Health"
      description="What your wiki needs, as the chat and what people ask tell it"
      extra={
        <Link to="/configuration" className={getButtonClass()}>
          Knowledge Mgmt Tools
        </Link>
      }
    >
      {mayRead ? (
        <QueryView query={health} loading={LOADING}>
          {(data) => (data.wikis === 0 ? <NoWiki /> : <Health health={data} />)}
        </QueryView>
      ) : (
        <EmptyState title="For owners and admins">{explainWhoMay("read", "status")}</EmptyState>
      )}
    </Page>
  );
}

const LOADING = <div className="late skeleton h-160" />;

const NoWiki = () => (
  <EmptyState
    title="No wiki is read yet"
    action={
      <Link to="/configuration" className={getButtonClass({ look: "primary" })}>
        Choose a wiki
      </Link>
    }
  >
    Have Lorekeep read the pages of your wiki. This page then shows where the chat contradicts them, which ones are not
    confirmed, doubled or never used.
  </EmptyState>
);

function Health({ health }: { health: WikiHealth }) {
  const findings = useWikiFindings(ALL, true);
  const questions = useOpenQuestions();
  const failed = [findings, questions].find(({ isError }) => isError);
  if (findings.isPending || questions.isPending) return LOADING;
  const asked = (questions.data ?? []).filter(({ state, times }) => state === "open" && times >= MIN_TIMES_OFTEN_ASKED);
  const found = findings.data ?? [];
  const { unconfirmed, duplicates, unused } = health;
  const isHealthy = !failed && found.length + asked.length + unconfirmed.total + duplicates.length + unused.total === 0;
  return (
    <div className="flex flex-col gap-12">
      {failed && <QueryError error={failed.error} onRetry={() => void failed.refetch()} />}
      {isHealthy && (
        <EmptyState title="Nothing to look at">
          {health.pages === 0
            ? "Your wiki was read. It holds no page that people wrote and that you may read."
            : `The chat contradicts none of the ${formatItems(health.pages, "page")} that you may read, no page stands twice, and nothing often asked is without an answer.`}
        </EmptyState>
      )}
      {found.length > 0 && (
        <Suspense fallback={LOADING}>
          <WikiFindings findings={found} />
        </Suspense>
      )}
      {asked.length > 0 && <OftenAsked questions={asked} />}
      <UnconfirmedPages unconfirmed={unconfirmed} />
      <Duplicates duplicates={duplicates} />
      <UnusedPages unused={unused} countedSince={health.countedSince} />
      <WeeklyCharts weeks={health.weeks} />
    </div>
  );
}

function OftenAsked({ questions }: { questions: NonNullable<ReturnType<typeof useOpenQuestions>["data"]> }): ReactNode {
  const often = questions.toSorted((a, b) => b.times - a.times);
  return (
    <Section
      title={<SectionTitle count={often.length}>Often asked, and not answered</SectionTitle>}
      action={
        <Link to="/questions" className={getButtonClass({ size: "small" })}>
          All open questions
        </Link>
      }
    >
      <ul aria-label="Questions">
        {often.map((question) => (
          <QuestionRow key={question.id} question={question} />
        ))}
      </ul>
    </Section>
  );
}
