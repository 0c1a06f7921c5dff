import { describe, expect, it } from "vitest";
import { pairSentences } from "./pair-sentences.ts";

const sentence = (text: string) => ({ form: "sentence" as const, text });
const pair = (known: string, fresh: string) => pairSentences([sentence(known)], [sentence(fresh)])[0];

describe("Two sentences of articles that are merged", () => {
  it.each([
    ["number", "The port of the database is 5432.", "The port of the database is 6000."],
    ["number", "Three people approve the change.", "Two people approve the change."],
    ["unit", "Uploads are limited to 5 MB.", "Uploads are limited to 5 GB."],
    ["time", "The token is valid for 15 minutes.", "The token is valid for 30 minutes."],
    ["time", "The backup runs at 02:00 in the night.", "The backup runs at 04:00 in the night."],
    ["time", "Releases go out on Tuesday.", "Releases go out on Friday."],
    ["version", "The runner needs Node v20.1 to build.", "The runner needs Node v22.3 to build."],
    ["name", "Ask Martina for the certificate.", "Ask Stefan for the certificate."],
    ["name", "Run `make deploy` on the host.", "Run `make release` on the host."],
    ["negation", "Restart the worker after the deploy.", "Do not restart the worker after the deploy."],
    ["negation", "The queue keeps failed jobs.", "The queue never keeps failed jobs."],
    ["opposite", "Enable the flag for staging.", "Disable the flag for staging."],
  ])("contradict each other if they differ in a %s: '%s' and '%s'", (differs, known, fresh) => {
    expect(pair(known, fresh)).toMatchObject({ relation: "contradicts", known: 0 });
    expect(pair(known, fresh)?.differs).toContain(differs);
    expect(pair(fresh, known)?.relation).toBe("contradicts");
  });

  it.each([
    ["Restart the worker.", "restart the  worker"],
    ["The port of the database is 5432, as everywhere.", "The port of the database is 5432."],
  ])("say the same if one sentence contains the other: '%s' and '%s'", (known, fresh) => {
    expect(pair(known, fresh)).toEqual({ relation: "said", known: 0, differs: [] });
  });

  it.each([
    ["Restart the worker.", "Restart the worker and clear its cache in the dashboard."],
    ["Restart the worker.", "Restart the worker within 10 minutes."],
    ["Open the settings page.", "Press the blue button and smile."],
    ["Ask Martina for the certificate.", "The certificate is renewed every year."],
  ])("are both kept if each says more than the other: '%s' and '%s'", (known, fresh) => {
    expect(pair(known, fresh)).toEqual({ relation: "new", known: null, differs: [] });
  });

  it("are compared with every sentence of the other article, and equal words take precedence over a contradiction", () => {
    const known = ["The port is 5432 by default.", "The port is 6000 by default."].map(sentence);
    expect(pairSentences(known, [sentence("The port is 6000 by default.")])).toEqual([
      { relation: "said", known: 1, differs: [] },
    ]);
  });
});
