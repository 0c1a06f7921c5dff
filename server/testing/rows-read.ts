/** The number of article rows that a query plan read, including rows that a filter dropped. */
export function countRowsRead(plan: unknown): number {
  if (Array.isArray(plan)) return plan.reduce((sum: number, one) => sum + countRowsRead(one), 0);
  if (typeof plan !== "object" || plan === null) return 0;
  const node = plan as Record<string, unknown>;
  const own =
    node["Relation Name"] === "articles"
      ? (Number(node["Actual Rows"]) + Number(node["Rows Removed by Filter"] ?? 0)) * Number(node["Actual Loops"])
      : 0;
  return own + countRowsRead(node["Plan"]) + countRowsRead(node["Plans"]);
}
