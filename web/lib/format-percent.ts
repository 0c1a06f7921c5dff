/** '33.3%', '0%'; a dash without a base for the share. */
export const formatPercent = (percent: number | null | undefined) =>
  percent === null || percent === undefined ? "–" : `${Math.round(percent * 10) / 10}%`;
