/** Formats a share: '33.3%', '0%'; a dash if there is nothing to divide by. */
export const formatPercent = (percent: number | null | undefined) =>
  percent === null || percent === undefined ? "–" : `${Math.round(percent * 10) / 10}%`;
