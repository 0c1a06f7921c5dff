import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const ROW = /^\| \d+ \| `(\w+)` \| (\S+\.ts) \| (.+?) \|$/gm;
/** Aim of the house: whoever adds a function to the path takes another out, or says why here. */
const MOST_BEFORE_PUBLISHING = 15;

interface Step {
  name: string;
  file: string;
  by: string;
}

const read = (file: string) => readFileSync(file, "utf8");

/** A function's own text: from its head to the brace in the first column that ends it. */
function textOf({ name, file }: Step): string {
  const text = new RegExp(`^(?:export )?(?:async )?function ${name}\\b[\\s\\S]*?^}`, "m").exec(read(file))?.[0];
  if (!text) throw new Error(`${file} has no function ${name}`);
  return text;
}

/** Where this step says that the next one follows. */
function handOver(step: Step, next: string): { text: string; says: RegExp }[] {
  const [how, what = ""] = step.by.split(" ");
  const calls = new RegExp(`\\b${next}\\(`);
  const text = textOf(step);
  if (how === "call") return [{ text, says: calls }];
  if (how === "queue")
    return [
      { text, says: new RegExp(`queue: "${what}"`) },
      { text: read("server/worker.ts"), says: new RegExp(`\\b${what}: .*\\b${next}\\(`) },
    ];
  if (how === "event")
    return [
      { text, says: new RegExp(`\\b${what}\\.announce\\(`) },
      { text: read("server/subscriptions.ts"), says: new RegExp(`\\b${what}\\.subscribe\\([^;]*\\b${next}\\(`) },
    ];
  if (how === "table")
    return [
      { text, says: new RegExp(`\\b${what}\\[`) },
      { text: read(step.file), says: new RegExp(`^const ${what}\\b[^;]*: ${next},`, "m") },
    ];
  if (how === "rows") return [{ text: read("server/jobs/jobs.ts"), says: /\banalyseQuietConversations,/ }];
  throw new Error(`Nothing is handed on by "${step.by}"`);
}

it("each function in docs/path-of-a-message.md hands the message to the next one itself", () => {
  const steps: Step[] = [...read("docs/path-of-a-message.md").matchAll(ROW)].map(
    ([, name = "", file = "", by = ""]) => ({
      name,
      file,
      by,
    }),
  );
  expect(steps.findIndex(({ name }) => name === "publishJob")).toBeLessThanOrEqual(MOST_BEFORE_PUBLISHING);
  expect(steps.at(-1)?.by).toBe("end");
  for (const [at, step] of steps.slice(0, -1).entries()) {
    const next = steps[at + 1]?.name ?? "";
    for (const { text, says } of handOver(step, next))
      expect([step.name, next, says.test(text)]).toEqual([step.name, next, true]);
  }
  expect(textOf(steps.at(-1) as Step)).toContain("target.publish(");
});
