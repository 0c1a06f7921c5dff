import type { KnowledgeText, LocalEngine } from "../../../../engine/contract.ts";
import { createScriptedEngine } from "../../../analysis/testing/scripted-engine.ts";

/**
 * The scripted engine that also compares, by rules a test can read: texts with the same 'ABOUT-word' are about the same
 * matter; a sentence with 'is <number>' contradicts one with another number; two that begin with 'SAME' say the same; a sentence
 * that the known text lacks is added.
 */
export function comparingEngine(): LocalEngine {
  return {
    ...createScriptedEngine(),
    async compare(known, fresh) {
      const matter = matterOf(fresh);
      if (!matter || matter !== matterOf(known)) {
        return { relation: "different", confidence: 0, pairs: [], addedStatements: [] };
      }
      const pairs: { known: number; fresh: number; relation: "same" | "contradicts" }[] = [];
      const addedStatements: number[] = [];
      for (const [position, { text }] of fresh.statements.entries()) {
        const number = numberIn(text);
        const same = known.statements.findIndex(
          (other) =>
            other.text === text ||
            matterIn(other.text) === text ||
            (text.startsWith(REWORDED) && other.text.startsWith(REWORDED)),
        );
        const opposite = known.statements.findIndex(
          (other) => number !== null && numberIn(other.text) !== null && numberIn(other.text) !== number,
        );
        if (same >= 0) pairs.push({ known: same, fresh: position, relation: "same" });
        else if (opposite >= 0) pairs.push({ known: opposite, fresh: position, relation: "contradicts" });
        else if (!matterIn(text)) addedStatements.push(position);
      }
      const isContradicted = pairs.some(({ relation }) => relation === "contradicts");
      const relation = isContradicted ? "contradicts" : addedStatements.length > 0 ? "adds" : "same";
      return { relation, confidence: 0.9, pairs, addedStatements };
    },
  };
}

const REWORDED = "SAME ";
const matterIn = (text: string) => /ABOUT-\w+/.exec(text)?.[0] ?? null;
const matterOf = ({ title, statements }: KnowledgeText) =>
  matterIn([title, ...statements.map(({ text }) => text)].join("\n"));
const numberIn = (text: string) => /\bis (\d+)/.exec(text)?.[1] ?? null;
