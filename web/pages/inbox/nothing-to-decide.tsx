import { Link } from "react-router";
import { getButtonClass } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";

/** Says what would be listed in an empty part of the inbox. */
export function NothingToDecide({ isMine, isSnoozed }: { isMine: boolean; isSnoozed: boolean }) {
  if (isSnoozed)
    return (
      <EmptyState
        title="Nothing is snoozed"
        action={
          <Link to="/articles?view=inbox" className={getButtonClass()}>
            Open the inbox
          </Link>
        }
      >
        Items that you snooze wait here until their day.
      </EmptyState>
    );
  return (
    <EmptyState
      title={isMine ? "Nothing for you to decide" : "Nothing to decide"}
      action={
        <Link to={isMine ? "/articles?view=inbox" : "/articles"} className={getButtonClass()}>
          {isMine ? "See all items" : "Read the articles"}
        </Link>
      }
    >
      {isMine
        ? "Items assigned to you, and unassigned ones about articles you own, are listed here."
        : "Conflicts, proposed changes and pages that people changed wait here until somebody decides."}
    </EmptyState>
  );
}
