import type { ArticleRow } from "../articles/queries.ts";

type Care = Pick<ArticleRow, "confirmedAt" | "confirmedBy" | "reviewAt">;

/** `names` has the names of people by id. */
export const viewFreshness = ({ confirmedAt, confirmedBy, reviewAt }: Care, names: ReadonlyMap<string, string>) => ({
  confirmedAt: confirmedAt?.toISOString() ?? null,
  confirmedBy: (confirmedBy && names.get(confirmedBy)) ?? null,
  isDue: reviewAt !== null && reviewAt.getTime() <= Date.now(),
});
