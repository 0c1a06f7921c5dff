const LONG_ENOUGH_MS = 60_000;
const MAX_NAME_CHARACTERS = 80;

/** Lets the browser save it as a download. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), LONG_ENOUGH_MS);
}

/** 'How to restart the worker?' is 'how-to-restart-the-worker'. Letters of every language stay. */
export function fileNameOf(title: string): string {
  const words = title
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-");
  return (
    [...words]
      .slice(0, MAX_NAME_CHARACTERS)
      .join("")
      .replace(/^-+|-+$/g, "") || "article"
  );
}
