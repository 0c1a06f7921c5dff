import { expect, it } from "vitest";
import { countUsualTokens, estimateTokens } from "./tokens.ts";

const asked = (question: string, answer: string) =>
  JSON.stringify({
    channel: "operations",
    messages: [{ day: "2026-10-05 Mon", lines: [`1 09:14 person 1: ${question}`, `2 09:16 person 2 to 1: ${answer}`] }],
  });

it.each([
  [
    "English",
    92,
    asked(
      "How do I restart the export worker after a deployment? It is stuck again.",
      "Run `systemctl restart export-worker` on the jump host and wait for the line 'export ready' in its log. It takes about 2 minutes.",
    ),
  ],
  [
    "German",
    90,
    asked(
      "Wie lange läuft der Ofen für Kronen, und wer räumt ihn danach aus?",
      "Das lange Programm dauert 8 Stunden. Ausgeräumt wird er am nächsten Morgen von der Frühschicht, nie heiß öffnen.",
    ),
  ],
])(
  "the estimate is never below the tokens of the tokenizer o200k, and the usual count is close to them (%s)",
  (_language, tokens, text) => {
    expect(estimateTokens(text)).toBeGreaterThan(tokens);
    expect(Math.abs(countUsualTokens(text) / tokens - 1)).toBeLessThan(0.12);
  },
);
