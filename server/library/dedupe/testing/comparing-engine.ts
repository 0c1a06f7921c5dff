import type { KnowledgeText, LocalEngine } from "../../../../engine/contract.ts";
import { createScriptedEngine } from "../../../analysis/testing/scripted-engine.ts";

/**
 * The scripted engine, which can also compare, by simple rules. Texts with the same 'ABOUT-word' are about the same
 * subject. A sentence with 'is <number>' contradicts one with another number. Two sentences that begin with 'SAME' are
 * equal. A sentence that the known text lacks is an addition.
 */
export function createComparingEngine(): LocalEngine {
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
