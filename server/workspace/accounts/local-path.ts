/** Returns the path, or '/' for an address outside this site: '//other.example' and '/\other.example' lead to other sites. */
export function toLocalPath(value: unknown): string {
  if (typeof value !== "string" || !/^\/(?![/\\])[\x21-\x7e]*$/.test(value) || value.includes("\\")) return "/";
  return value.startsWith("/api/") ? "/" : value;
}
