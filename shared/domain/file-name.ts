const MAX_NAME_CHARACTERS = 80;

/**
 * 'How to restart the worker?' becomes 'how-to-restart-the-worker'. Letters of every language stay; no other character
 * of a path does.
 */
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
