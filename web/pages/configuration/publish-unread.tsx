import { useFirstInboxItem } from "../../api/inbox-count.ts";
import { formatItems } from "../../lib/format.ts";
import { Button } from "../../ui/button.tsx";

interface PublishUnreviewedWarningProps {
  onPublish: () => void;
  onCancel: () => void;
}

/** Asks before all articles are published without a review. Names the number of drafts that wait now. */
export default function PublishUnreviewedWarning({ onPublish, onCancel }: PublishUnreviewedWarningProps) {
  const { draft = 0, "first-article": first = 0 } = useFirstInboxItem().data?.counts ?? {};
  const waiting = draft + first;
  return (
    <fieldset aria-label="Publish unread" className="mt-1 mb-2 ml-7 flex flex-wrap items-center gap-2">
      <p className="basis-full">
        From now on every article goes out before anybody has read it.
        {waiting > 0 && ` The ${formatItems(waiting, "draft")} in the inbox would have gone out like that.`}
      </p>
      <Button size="small" look="primary" onClick={onPublish}>
        Publish everything unread
      </Button>
      <Button size="small" onClick={onCancel}>
        Cancel
      </Button>
    </fieldset>
  );
}
