const MAX_NAME_CHARACTERS = 80;

/**
 * Turns 'How to restart the worker?' into 'how-to-restart-the-worker'. Keeps letters of every language and removes all characters
 * with a meaning in paths.
 */
export function toFileName(title: string): string {
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
