import type { Engine } from "../../pipeline/engine.ts";

/** Judges by a word, so that a test knows what will come of it: talk with 'KNOW' is knowledge, with 'POISON' breaks it. */
export function scriptedEngine({ onDetect }: { onDetect?: () => Promise<void> | void } = {}): Engine {
  return {
    name: "local",
    async detect({ messages }) {
      await onDetect?.();
      const text = messages.map((message) => message.text).join("\n");
      if (text.includes("POISON")) throw new Error("This talk breaks the engine");
      const isKnowledge = text.includes("KNOW");
      return { score: isKnowledge ? 0.9 : 0.1, isKnowledge, contentType: "howto", reasons: ["a question answered"] };
    },
    async write({ messages }) {
      const statements = messages.map(({ externalId, text }) => {
        return { form: "sentence" as const, text, language: null, sources: [externalId] };
      });
      return {
        title: messages[0]?.text.slice(0, 60) ?? "",
        summary: statements.slice(0, 1),
        body: [{ role: "answer", heading: null, layout: "prose", statements: statements.slice(1) }],
        contentType: "howto",
        category: "Operations",
        difficulty: "beginner",
        priority: "medium",
        tags: ["test"],
        keywords: [],
        estimatedReadTime: 1,
        redactions: [],
      };
    },
  };
}
