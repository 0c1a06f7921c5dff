import { extractContentWords } from "../text/words.ts";

/** Removes the marks: "dana:" → "dana". */
function withoutMarks(word: string): string {
  let end = word.length;
  while (end > 0 && ">,:;.!?)".includes(word[end - 1] ?? "")) end--;
  return word.slice(0, end);
}

/** Numbers the people of a channel, and finds mentions of them in texts. */
export class SpeakerRegistry {
  private readonly authors = new Map<string, number>();
  private readonly names = new Map<string, number>();
  private readonly longNames = new Map<string, { name: string; author: number }[]>();

  numberOf(message: { author: string; authorName: string }): number {
    const known = this.authors.get(message.author);
    if (known !== undefined) return known;
    const author = this.authors.size;
    this.authors.set(message.author, author);
    const name = message.authorName.toLowerCase().trim();
    if (name.length >= 2) {
      this.names.set(name, author);
      const first = name.split(/\s+/)[0] ?? name;
      if (first !== name) this.longNames.set(first, [...(this.longNames.get(first) ?? []), { name, author }]);
    }
    return author;
  }

  /** `@Dana Fox`, `dana:` of IRC, or a bare nick that is no ordinary word. */
  mentionsIn(text: string, self: number): number[] {
    const lower = text.slice(0, 1_000).toLowerCase();
    const found: number[] = [];
    for (const [position, raw] of lower.split(/\s+/).slice(0, 120).entries()) {
      const at = raw.startsWith("@") || raw.startsWith("<@");
      const token = withoutMarks(at ? raw.slice(raw.indexOf("@") + 1) : raw);
      if (token.length < 2 || (!at && !this.names.has(token))) continue;
      let author = this.names.get(token);
      if (author === undefined && at) {
        author =
          this.longNames.get(token)?.find(({ name }) => lower.includes(`@${name}`))?.author ??
          (this.longNames.get(token)?.length === 1 ? this.longNames.get(token)?.[0]?.author : undefined);
      }
      if (author === undefined || author === self || found.includes(author)) continue;
      const vocative = at || (position === 0 && /[,:;]$/.test(raw));
      if (vocative || (token.length > 2 && extractContentWords(token).length > 0)) found.push(author);
    }
    return found;
  }
}
