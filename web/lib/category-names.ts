/** Indents a category's name for a select element: 'Databases' below 'Operations'. */
export const indentName = ({ name, path }: { name: string; path: readonly string[] }): string =>
  `${"\u00a0\u00a0\u00a0".repeat(path.length - 1)}${name}`;
