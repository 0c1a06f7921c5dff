import { X } from "lucide-react";
import { Link } from "react-router";
import { Button } from "../../ui/button.tsx";

const SHOWN = 20;

export interface FailureDetails {
  title: string;
  /** The articles that failed. A `title` may be ''. */
  failed: { id: string; title: string; message: string }[];
}

/** Lists failures until a person dismisses the list, because a toast would disappear too early. */
export function FailureReport({ report, onDismiss }: { report: FailureDetails; onDismiss: () => void }) {
  const more = report.failed.length - SHOWN;
  return (
    <section role="alert" className="appear mt-4 rounded-box border border-wrong bg-wrong-wash p-4">
      <div className="flex items-start justify-between gap-3">
        <h2 className="font-semibold text-wrong">{report.title}</h2>
        <Button look="quiet" size="small" onClick={onDismiss}>
          <X className="size-4" aria-hidden="true" />
          Dismiss
        </Button>
      </div>
      <ul className="mt-1 flex flex-col gap-1">
        {report.failed.slice(0, SHOWN).map(({ id, title, message }, index) => (
          <li key={index} className="wrap-anywhere">
            {title && (
              <>
                <Link to={`/articles/${id}`} className="font-medium underline underline-offset-4">
                  {title}
                </Link>
                {": "}
              </>
            )}
            {message}
          </li>
        ))}
        {more > 0 && <li className="text-soft">and {more} more</li>}
      </ul>
    </section>
  );
}
