import { Link } from "react-router";
import type { WikiDuplicate, WikiHealth } from "../../../shared/contract/wiki-health.ts";
import { useKeepDuplicates } from "../../api/wiki-health.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { Permitted } from "../../components/permissions.tsx";
import { Section } from "../../components/section.tsx";
import { Button, getButtonClass } from "../../ui/button.tsx";
import { AssignmentLine } from "../inbox/assignment-line.tsx";
import { PageHead, SectionTitle } from "./pages-to-look-at.tsx";

/** Pages that say much of what another page or an article says. */
export function Duplicates({ duplicates }: Pick<WikiHealth, "duplicates">) {
  if (duplicates.length === 0) return null;
  return (
    <Section title={<SectionTitle count={duplicates.length}>Say much the same</SectionTitle>}>
      <p className="pt-3 text-13 text-soft">
        Move what is worth keeping to one of them on the platform and remove the other: the pair then goes from this
        list.
      </p>
      <ul className="divide-y divide-rule">
        {duplicates.map((duplicate) => (
          <Duplicate key={duplicate.id} duplicate={duplicate} />
        ))}
      </ul>
    </Section>
  );
}

function Duplicate({ duplicate }: { duplicate: WikiDuplicate }) {
  const { id, item, page, other, article, assignment } = duplicate;
  const keep = useKeepDuplicates();
  return (
    <li className="py-5">
      <div className="grid gap-x-8 gap-y-3 md:grid-cols-2">
        <div className="min-w-0">
          <PageHead page={page} />
        </div>
        <div className="min-w-0">
          {other && <PageHead page={other} />}
          {article && (
            <>
              <h3 dir="auto" className="font-serif text-19 wrap-anywhere">
                <Link to={`/articles/${article.id}`} className="hover:text-accent">
                  {article.title}
                </Link>
              </h3>
              <p className="text-13 text-soft">
                Article, changed <RelativeTime at={article.updatedAt} />
              </p>
            </>
          )}
        </div>
      </div>
      <Examples duplicate={duplicate} />
      <div className="mt-4 flex flex-wrap items-center gap-2">
        {article && (
          <Link to={`/articles/${article.id}`} className={getButtonClass({ size: "small" })}>
            Open the article
          </Link>
        )}
        <Permitted change="inbox">
          <Button
            size="small"
            aria-label={`Keep both: ${page.title}`}
            disabled={keep.isPending}
            onClick={() => keep.mutate(id)}
          >
            Keep both
          </Button>
        </Permitted>
        <AssignmentLine item={{ id: item, article: { title: page.title }, ...(assignment && { assignment }) }} />
      </div>
    </li>
  );
}

/** Sentences that stand in both texts. */
function Examples({ duplicate: { shared, sentences, examples } }: { duplicate: WikiDuplicate }) {
  return (
    <>
      <p className="mt-3 text-13 text-soft">
        {shared} of {sentences} sentences of the shorter one stand in both, such as:
      </p>
      <ul aria-label="In both" className="mt-1 flex flex-col gap-2">
        {examples.map((example) => (
          <li key={`${example.page} ${example.other}`} className="border-l-2 border-rule pl-3">
            <p dir="auto" className="wrap-anywhere">
              {example.page}
            </p>
            {example.differs && (
              <p dir="auto" className="wrap-anywhere text-busy">
                The other says: {example.other}
              </p>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
