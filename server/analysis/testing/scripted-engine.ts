import type { LocalEngine } from "../../../engine/contract.ts";
import { groupWindow } from "../../../engine/find/index.ts";
import type { Conversation } from "../../../shared/domain/chat.ts";

/**
 * Judges by words, so that a test knows the result: 'KNOW' is knowledge, 'POISON' makes it fail, 'UNSURE' is unsure until
 * somebody writes 'SETTLED', 'CERTAIN' is certain.
 */
export function createScriptedEngine({ onDetect }: { onDetect?: () => Promise<void> | void } = {}): LocalEngine {
  return {
    name: "local",
    group: async (window) => groupWindow(window),
    async detect({ messages }) {
      await onDetect?.();
      const text = messages.map((message) => message.text).join("\n");
      if (text.includes("POISON")) throw new Error("This conversation breaks the engine");
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
        ...(messages.some(({ text }) => text.includes("CERTAIN")) && { confidence: 1 }),
        ...(isUnsure(messages) && { confidence: 0.3, doubts: ["nobody confirmed it"] }),
      };
    },
  };
}

function isUnsure(messages: Conversation["messages"]): boolean {
  const said = messages.map(({ text }) => text).join("\n");
  return said.includes("UNSURE") && !said.includes("SETTLED");
}
