import { Download } from "lucide-react";
import { useState } from "react";
import { DELETED_WITHIN_DAYS } from "../../../shared/domain/people.ts";
import { Section } from "../../components/section.tsx";
import { Button, getButtonClass } from "../../ui/button.tsx";
import { DeleteAccountDialog } from "./delete-account-dialog.tsx";

export function PersonalDataSection() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <Section title="Your Data">
      <div className="flex flex-col items-start gap-3 pt-5">
        <p className="max-w-[60ch] text-soft">
          Everything stored about you and your workspace, as a ZIP file: articles as Markdown, the rest as JSON.
          Passwords and tokens are not in it.
        </p>
        {/* A plain download link, because a large library would not fit into the page's memory. */}
        <a href="/api/personal-data" download className={getButtonClass({})}>
          <Download className="size-4" aria-hidden="true" />
          Export My Data
        </a>
      </div>
      <div className="mt-8 flex flex-col items-start gap-3 border-t border-rule pt-6">
        <p className="max-w-[60ch] text-soft">
          Deleting your account signs you out at once; within {DELETED_WITHIN_DAYS} days your data is removed for good.
          A workspace goes with you only if nobody else is in it. Export first what you want to keep.
        </p>
        <Button onClick={() => setIsAsking(true)}>Delete Account</Button>
      </div>
      <DeleteAccountDialog open={isAsking} onClose={() => setIsAsking(false)} />
    </Section>
  );
}
