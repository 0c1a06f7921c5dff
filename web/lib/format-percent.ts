/** '33.3%', '0%'; a dash where there is nothing to take a share of. */
export const formatPercent = (percent: number | null | undefined) =>
  percent === null || percent === undefined ? "–" : `${Math.round(percent * 10) / 10}%`;
