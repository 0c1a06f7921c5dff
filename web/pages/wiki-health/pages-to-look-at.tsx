import { Check } from "lucide-react";
import type { ReactNode } from "react";
import type { WikiPageHead } from "../../../shared/contract/wiki-findings.ts";
import type { AssignedPage, WikiHealth } from "../../../shared/contract/wiki-health.ts";
import { useKeepUnusedPage, useVerifyPage } from "../../api/wiki-health.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { PageConfirmationNote } from "../../components/page-confirmed.tsx";
import { Permitted } from "../../components/permissions.tsx";
import { Section } from "../../components/section.tsx";
import { WikiPageLink } from "../../components/wiki-page-link.tsx";
import { formatCount, formatDay, formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";
import { PlatformMark } from "../../ui/platform-mark.tsx";
import { AssignmentLine } from "../inbox/assignment-line.tsx";

/** A section's title with the number of what waits in it. */
export const SectionTitle = ({ children, count }: { children: string; count: number }) => (
  <>
    {children} <span className="font-normal text-faint tabular-nums">{formatCount(count)}</span>
  </>
);

/** Pages that are asked often, and that nobody changed or confirmed for long. */
export function UnconfirmedPages({ unconfirmed: { total, pages } }: Pick<WikiHealth, "unconfirmed">) {
  if (pages.length === 0) return null;
  return (
    <Section title={<SectionTitle count={total}>Often asked, not confirmed for long</SectionTitle>}>
      <p className="pt-3 text-13 text-soft">
        At least 3 answers in 90 days, and nobody changed, confirmed or verified the page for 180 days.
      </p>
      <ul className="divide-y divide-rule">
        {pages.map((page) => (
          <PageRow key={page.id} page={page}>
            <p className="text-13 text-soft">
              {formatItems(page.answers, "answer")} in 90 days, the last <RelativeTime at={page.lastAnswerAt} />
            </p>
          </PageRow>
        ))}
      </ul>
      <Others total={total} shown={pages.length} />
    </Section>
  );
}

interface UnusedPagesProps extends Pick<WikiHealth, "unused" | "countedSince"> {}

/** Pages that no answer showed, as far as Lorekeep knows. */
export function UnusedPages({ unused: { total, pages }, countedSince }: UnusedPagesProps) {
  const keep = useKeepUnusedPage();
  if (!countedSince) return null;
  return (
    <Section title={<SectionTitle count={total}>Never used, as far as Lorekeep knows</SectionTitle>}>
      <p className="pt-3 text-13 text-soft">
        No answer showed these pages since {formatDay(countedSince)}, and no conversation was about them. Who opens a
        page on the platform itself is not known.
        {total === 0 && " A page is listed after 30 days without an answer from it."}
      </p>
      <ul className="divide-y divide-rule">
        {pages.map((page) => (
          <PageRow
            key={page.id}
            page={page}
            decision={
              <Button
                size="small"
                aria-label={`Fine as it is: “${page.title}”`}
                disabled={keep.isPending}
                onClick={() => keep.mutate(page.id)}
              >
                Fine as it is
              </Button>
            }
          >
            <p className="text-13 text-soft">Counted since {formatDay(page.countedSince)}</p>
          </PageRow>
        ))}
      </ul>
      <Others total={total} shown={pages.length} />
    </Section>
  );
}

const Others = ({ total, shown }: { total: number; shown: number }) =>
  total > shown && <p className="pt-3 text-13 text-soft">And {formatItems(total - shown, "other page")}.</p>;

interface PageRowProps {
  page: AssignedPage;
  /** The evidence. */
  children?: ReactNode;
  /** A decision beside *Verify*. */
  decision?: ReactNode;
}

/** A page with its evidence, which can be verified and given to somebody. */
export function PageRow({ page, children, decision }: PageRowProps) {
  const verify = useVerifyPage();
  const { item, title, assignment } = page;
  return (
    <li className="flex items-start gap-x-6 gap-y-3 py-4 max-sm:flex-col">
      <div className="min-w-0 flex-1">
        <PageHead page={page} />
        {children}
        {page.confirmed ? (
          <PageConfirmationNote confirmed={page.confirmed} />
        ) : (
          <p className="text-13 text-soft">Nobody confirmed it.</p>
        )}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Permitted change="inbox">
          <Button
            size="small"
            aria-label={`Verify “${title}”`}
            disabled={verify.isPending}
            onClick={() => verify.mutate(page)}
          >
            <Check className="size-4" aria-hidden="true" />
            Verify
          </Button>
          {decision}
        </Permitted>
        <AssignmentLine item={{ id: item, article: { title }, ...(assignment && { assignment }) }} />
      </div>
    </li>
  );
}

/** The page's title, which opens it, with its platform and last change. */
export const PageHead = ({ page }: { page: WikiPageHead }) => (
  <>
    <h3 className="font-serif text-19">
      <WikiPageLink page={page} />
    </h3>
    <p className="flex flex-wrap items-center gap-x-2 text-13 text-soft">
      <PlatformMark platform={page.platform} />
      {page.editedAt ? (
        <span>
          Changed <RelativeTime at={page.editedAt} />
          {page.editedBy && ` by ${page.editedBy}`}
        </span>
      ) : (
        <span>The platform does not say when it was changed</span>
      )}
    </p>
  </>
);
