import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { CHAT_MANIFESTS, KNOWLEDGE_MANIFESTS } from "../connectors/manifests.ts";
import { SETUP_WAYS } from "../connectors/setup-ways.ts";

const walks = readFileSync(join(import.meta.dirname, "../docs/guide-walks.md"), "utf8")
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()))
  .filter(([, guide = "", steps = ""]) => guide !== "" && /^\d+$/.test(steps))
  .map(([, guide = "", steps, needed]) => ({ guide, steps: Number(steps), needed: Number(needed) }));

it.each([...CHAT_MANIFESTS, ...KNOWLEDGE_MANIFESTS].map((manifest) => [manifest.id, manifest] as const))(
  "The walk through the guide to %s is of the steps that the guide has now, and needs no more of them",
  (id, { setupGuide, ...manifest }) => {
    const steps = SETUP_WAYS[id]?.map((way) => way.steps.length) ?? [setupGuide.length];
    const ways = walks.filter(({ guide }) => guide === id || guide === `${id}, by OAuth`);
    expect(ways.map(({ guide }) => guide)).toEqual("connect" in manifest ? [id, `${id}, by OAuth`] : [id]);
    for (const way of ways) {
      // By OAuth the guide is folded below the button.
      expect(way.guide === id ? steps : [0]).toContain(way.steps);
      expect(way.needed).toBeLessThanOrEqual(way.steps);
    }
  },
);
