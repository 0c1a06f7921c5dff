import { ApiError } from "../lib/api-error.ts";
import { Said } from "./said.tsx";

interface SaveProblemProps {
  error: unknown;
  /** Where a part was saved before it failed: what, and what is left. */
  saved?: string | null;
}

/** Under a form whose save failed: why, as far as that is known, and that nothing typed is lost. The toast has announced it. */
export function SaveProblem({ error, saved = null }: SaveProblemProps) {
  if (!error) return null;
  const kept = saved ?? "Everything you entered is still here.";
  const text = [reasonOf(error, saved === null), kept].filter(Boolean).join(" ");
  return (
    <p className="text-13 text-wrong">
      <Said text={text} />
    </p>
  );
}

function reasonOf(error: unknown, isNothingSaved: boolean): string {
  if (!(error instanceof ApiError)) return "No answer came from the server. Check your connection.";
  // What is wrong with a field is said at the field.
  const said = error.fields.length === 0 ? error.said : null;
  return [said, isNothingSaved && "Nothing was saved."].filter(Boolean).join(" ");
}
