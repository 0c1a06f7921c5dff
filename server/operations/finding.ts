/** The result of one check of an installation. `todo` is the remedy. */
export interface Finding {
  name: string;
  state: "ok" | "warning" | "problem";
  found: string;
  todo?: string;
}

export const ok = (name: string, found: string): Finding => ({ name, state: "ok", found });
export const warning = (name: string, found: string, todo: string): Finding => ({
  name,
  state: "warning",
  found,
  todo,
});
export const problem = (name: string, found: string, todo: string): Finding => ({
  name,
  state: "problem",
  found,
  todo,
});
