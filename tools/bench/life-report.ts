/** Prints figures in a column. */
export function printFigures(figures: Record<string, number | string>): void {
  const width = Math.max(...Object.keys(figures).map(({ length }) => length));
  process.stdout.write(
    `\n${Object.entries(figures)
      .map(([what, value]) => `${what.padEnd(width)}  ${value}\n`)
      .join("")}`,
  );
}
