import { ApiError } from "../lib/api-error.ts";
import { ServerSentence } from "./server-sentence.tsx";

interface SaveProblemProps {
  error: unknown;
  /** The saved and the unsaved parts, if a save failed partly. */
  saved?: string | null;
}

/**
 * Shown under a form whose save failed: the reason if known, and that the typed values are not lost. A toast has
 * already announced the failure.
 */
export function SaveError({ error, saved = null }: SaveProblemProps) {
  if (!error) return null;
  const kept = saved ?? "Everything you entered is still here.";
  const text = [reasonOf(error, saved === null), kept].filter(Boolean).join(" ");
  return (
    <p className="text-13 text-wrong">
      <ServerSentence text={text} />
    </p>
  );
}

function reasonOf(error: unknown, isNothingSaved: boolean): string {
  if (!(error instanceof ApiError)) return "No answer came from the server. Check your connection.";
  // Field errors are shown at their fields.
  const said = error.fields.length === 0 ? error.said : null;
  return [said, isNothingSaved && "Nothing was saved."].filter(Boolean).join(" ");
}
