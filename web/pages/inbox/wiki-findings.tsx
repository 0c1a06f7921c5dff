import { useId } from "react";
import type { WikiFinding } from "../../../shared/contract/wiki-findings.ts";
import { RelativeTime } from "../../components/moment.tsx";
import { Section } from "../../components/section.tsx";
import { WikiPageLink } from "../../components/wiki-page-link.tsx";
import { formatChannel, formatCount, formatDay, formatItems, formatMessageTime } from "../../lib/format.ts";
import { PlatformMark } from "../../ui/platform-mark.tsx";
import { AssignedItems } from "../wiki-health/assigned-items.tsx";
import { FindingDecision } from "./finding-decision.tsx";

export { AssignedItems };

type Kind = WikiFinding["kind"];
const TITLES: Record<Kind, string> = { contradicts: "The wiki says otherwise", adds: "The wiki lacks this" };
const REASONS: Record<Kind, string> = {
  contradicts: "The chat says otherwise than this page of your wiki. Which is right?",
  adds: "The chat says more than this page of your wiki.",
};

/** Lists where the chat says otherwise than pages of the wiki, or more than they do. */
export default function WikiFindings({ findings }: { findings: readonly WikiFinding[] }) {
  const kinds = (["contradicts", "adds"] as const).filter((kind) => findings.some((finding) => finding.kind === kind));
  return (
    <div className="mb-10 flex flex-col gap-10">
      {kinds.map((kind) => (
        <Group key={kind} kind={kind} findings={findings.filter((finding) => finding.kind === kind)} />
      ))}
    </div>
  );
}

function Group({ kind, findings }: { kind: Kind; findings: readonly WikiFinding[] }) {
  return (
    <Section
      title={
        <>
          {TITLES[kind]} <span className="font-normal text-faint tabular-nums">{formatCount(findings.length)}</span>
        </>
      }
    >
      <ul className="divide-y divide-rule">
        {findings.map((finding) => (
          <Finding key={finding.id} finding={finding} />
        ))}
      </ul>
    </Section>
  );
}

function Finding({ finding }: { finding: WikiFinding }) {
  const id = useId();
  const { kind, page, since } = finding;
  return (
    <li>
      <article
        aria-labelledby={id}
        data-item={finding.id}
        tabIndex={-1}
        className="-mx-3 scroll-my-6 rounded-box px-3 py-5 focus-within:bg-raised focus:outline-2 focus:-outline-offset-2 focus:outline-accent sm:-mx-4 sm:px-4"
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 id={id} dir="auto" className="min-w-0 font-serif text-19 font-medium wrap-anywhere">
            <WikiPageLink page={page} />
          </h3>
          <p className="text-13 text-faint">
            <RelativeTime at={since} />
          </p>
        </div>
        <p className="mt-1 max-w-[75ch] wrap-anywhere text-soft">{REASONS[kind]}</p>
        <div className="mt-3 grid gap-x-8 gap-y-4 border-y border-rule py-4 md:grid-cols-2">
          <PageSide finding={finding} />
          <ChatSide finding={finding} />
        </div>
        <FindingDecision finding={finding} />
      </article>
    </li>
  );
}

function PageSide({ finding: { kind, page, headings, oldText } }: { finding: WikiFinding }) {
  return (
    <section className="min-w-0">
      <h4 className="text-13 font-medium text-faint">{kind === "adds" ? "It would follow on" : "The page says"}</h4>
      {headings.length > 0 && <p className="mt-1 text-13 text-soft wrap-anywhere">{headings.join(" › ")}</p>}
      <p dir="auto" className={kind === "adds" ? "mt-1 text-soft wrap-anywhere" : WORDS}>
        {oldText}
      </p>
      <p className="mt-2 flex flex-wrap items-center gap-x-2 text-13 text-soft">
        <PlatformMark platform={page.platform} />
        {page.editedAt && (
          <span>
            Changed <RelativeTime at={page.editedAt} />
            {page.editedBy && ` by ${page.editedBy}`}
          </span>
        )}
      </p>
    </section>
  );
}

const WORDS = "mt-1 font-serif text-19 wrap-anywhere";

function ChatSide({ finding: { fresh, saidBy, times, earlier } }: { finding: WikiFinding }) {
  return (
    <section className="min-w-0 max-md:border-t max-md:border-rule max-md:pt-4">
      <h4 className="text-13 font-medium text-faint">The chat says</h4>
      {fresh.map(({ form, text }, place) =>
        form === "code" ? (
          <pre key={place} className="mt-1 overflow-x-auto rounded-box bg-sunken p-3 text-13">
            <code>{text}</code>
          </pre>
        ) : (
          <p key={place} dir="auto" className={WORDS}>
            {text}
          </p>
        ),
      )}
      <ul aria-label="Said by" className="mt-2 flex flex-col gap-0.5 text-13 text-soft">
        {saidBy.map(({ authorName, channelName, sentAt, permalink }) => {
          const where = `${formatChannel(channelName)}, ${formatMessageTime(sentAt)}`;
          return (
            <li key={`${authorName} ${sentAt}`}>
              <span className="font-semibold">{authorName}</span>{" "}
              {permalink ? (
                <a href={permalink} target="_blank" rel="noopener noreferrer" className="text-link">
                  {where}
                </a>
              ) : (
                where
              )}
            </li>
          );
        })}
      </ul>
      {times > 1 && <p className="mt-2 text-13 text-soft">Said in {formatItems(times, "conversation")}.</p>}
      {earlier.length > 0 && (
        <>
          <h5 className="mt-3 text-13 font-medium text-faint">Said otherwise earlier</h5>
          <ul aria-label="Said otherwise earlier" className="mt-1 flex flex-col gap-1 text-soft wrap-anywhere">
            {earlier.map(({ text, saidAt }) => (
              <li key={saidAt} dir="auto">
                {text} <span className="text-13 text-faint">{formatDay(saidAt)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
