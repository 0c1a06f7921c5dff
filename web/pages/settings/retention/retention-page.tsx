import { explainWhoMay } from "../../../../shared/domain/access.ts";
import { useUser } from "../../../api/account.ts";
import { useRetention } from "../../../api/retention.ts";
import { Page } from "../../../components/page.tsx";
import { useCan } from "../../../components/permissions.tsx";
import { Section } from "../../../components/section.tsx";
import { formatItems } from "../../../lib/format.ts";
import { QueryView } from "../../../ui/query-view.tsx";
import { RetentionForm } from "./retention-form.tsx";

export default function RetentionPage() {
  const may = useCan();
  const { data: user } = useUser();
  return (
    <Page title="Chat Retention" description="How long Lorekeep keeps the text of chat messages">
      {user && !may("read", "retention") ? (
        <p className="text-soft">{explainWhoMay("read", "retention")}</p>
      ) : (
        user && <Retention />
      )}
    </Page>
  );
}

function Retention() {
  const retention = useRetention();
  return (
    <div className="max-w-3xl">
      <Section title="Retention of chat text">
        <p className="max-w-[65ch] pt-4 text-pretty text-soft">
          Lorekeep stores the messages it reads, to notice when they are edited, deleted or answered. After the time you
          choose it deletes their text permanently. Who wrote a message, when, and the link to it stay, so every
          sentence of an article still names its sources. Nothing changes in the chat itself.
        </p>
        <QueryView query={retention} loading={<div className="late skeleton mt-4 h-64" />}>
          {(saved) => (
            <>
              <RetentionForm saved={saved} />
              <p className="pt-6 text-13 text-soft">
                {saved.forgotten === 0
                  ? "Nothing was deleted so far."
                  : `The text of ${formatItems(saved.forgotten, "message")} was deleted so far.`}
              </p>
            </>
          )}
        </QueryView>
      </Section>
    </div>
  );
}
