import type { AssignedWikiItems } from "../../../shared/contract/wiki-health.ts";
import { Section } from "../../components/section.tsx";
import { QuestionRow } from "../questions/questions-page.tsx";
import { Duplicates } from "./duplicates.tsx";
import { PageRow, SectionTitle } from "./pages-to-look-at.tsx";

/** Lists the pages to check, duplicates and open questions that somebody assigned to the person. */
export function AssignedItems({ assigned: { pages, duplicates, questions } }: { assigned: AssignedWikiItems }) {
  return (
    <div className="mb-10 flex flex-col gap-10 empty:hidden">
      {pages.length > 0 && (
        <Section title={<SectionTitle count={pages.length}>Pages of the wiki to check</SectionTitle>}>
          <ul className="divide-y divide-rule">
            {pages.map((page) => (
              <PageRow key={page.id} page={page} />
            ))}
          </ul>
        </Section>
      )}
      <Duplicates duplicates={duplicates} />
      {questions.length > 0 && (
        <Section title={<SectionTitle count={questions.length}>Questions without an answer</SectionTitle>}>
          <ul aria-label="Questions">
            {questions.map((question) => (
              <QuestionRow key={question.id} question={question} />
            ))}
          </ul>
        </Section>
      )}
    </div>
  );
}
