/** Labels for a select: 'Operations', with 'Databases' indented below it. */
export const indentName = ({ name, path }: { name: string; path: readonly string[] }): string =>
  `${"\u00a0\u00a0\u00a0".repeat(path.length - 1)}${name}`;
