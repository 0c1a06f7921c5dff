/** Puts a title in quotation marks. Quotation marks within the title become single ones. */
export function quoteTitle(title: string): string {
  const marks = /["“”„«»]+/g;
  const isOneQuotation = /^["“„«]+[^"“”„«»]*["”“»]+$/.test(title);
  const inner = isOneQuotation
    ? title.replace(marks, "")
    : title.replace(marks, (_, at: number) => (at === 0 || /[\s([{/–—-]/.test(title[at - 1] ?? "") ? "‘" : "’"));
  return `“${inner}”`;
}
