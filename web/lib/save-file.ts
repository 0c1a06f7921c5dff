const LONG_ENOUGH_MS = 60_000;

/** Makes the browser save the content as a file. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), LONG_ENOUGH_MS);
}
