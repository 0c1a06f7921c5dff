import { ApiError } from "../lib/api-error.ts";

/** Under a form whose save failed: why, as far as that is known, and that nothing typed is lost. The toast has announced it. */
export function SaveProblem({ error }: { error: unknown }) {
  if (!error) return null;
  return <p className="text-13 text-wrong">{reasonOf(error)} Everything you entered is still here.</p>;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof ApiError)) return "No answer came from the server. Check your connection.";
  // What is wrong with a field is said at the field.
  return error.said && error.fields.length === 0 ? `${error.said} Nothing was saved.` : "Nothing was saved.";
}
