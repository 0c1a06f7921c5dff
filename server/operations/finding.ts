/** The result of one check. `todo`: the remedy. */
export interface CheckFinding {
  name: string;
  state: "ok" | "warning" | "problem";
  found: string;
  todo?: string;
}

export const reportOk = (name: string, found: string): CheckFinding => ({ name, state: "ok", found });
export const reportWarning = (name: string, found: string, todo: string): CheckFinding => ({
  name,
  state: "warning",
  found,
  todo,
});
export const reportProblem = (name: string, found: string, todo: string): CheckFinding => ({
  name,
  state: "problem",
  found,
  todo,
});
