import { describe, expect, it } from "vitest";
import { compareKnowledge, type KnowledgeText } from "./same-knowledge.ts";

const text = (title: string, ...statements: string[]): KnowledgeText => ({
  title,
  contentType: "howto",
  statements: statements.map((statement) => ({ form: "sentence", text: statement })),
});

const DEPLOY = text(
  "How do I roll back a failed deploy?",
  "Run `deployctl rollback web --to previous`.",
  "Tell #incidents before you start.",
);

describe("knowledge that comes again", () => {
  it("is the same when nothing new is said, in whatever words", () => {
    expect(compareKnowledge(DEPLOY, DEPLOY)).toMatchObject({ relation: "same", addedStatements: [] });
    const again = text(
      "The deploy failed, how can we roll it back?",
      "Just run `deployctl rollback web --to previous`.",
    );
    expect(compareKnowledge(DEPLOY, again)).toMatchObject({
      relation: "same",
      pairs: [{ known: 0, fresh: 0, relation: "same" }],
    });
  });

  it("adds what the known text does not have, and says which statements that are", () => {
    const better = text(
      "Rolling back a failed deploy",
      "Run `deployctl rollback web --to previous`.",
      "Database migrations stay, apply the down script by hand.",
    );
    expect(compareKnowledge(DEPLOY, better)).toMatchObject({ relation: "adds", addedStatements: [1] });
  });

  it("is something else when another thing stands in the question, however alike the answers are", () => {
    const reset = (thing: string) =>
      text(
        `How do I reset ${thing}?`,
        `Stop the service, run \`reset-db --force\` to reset ${thing}, then start it again.`,
      );
    for (const [one, other] of [
      ["the mirror", "the proxy"],
      ["the staging database", "the archive"],
    ] as const)
      expect(compareKnowledge(reset(one), reset(other)).relation, `${one} and ${other}`).toBe("different");
  });

  it.each([
    ["a denial", "Do not tell #incidents before you start."],
    ["another number", "Wait ten minutes before you start."],
    ["another option", "Run `deployctl rollback web --force`."],
    ["that it is not to be had", "You cannot do it yourself, ask the release captain."],
  ])("contradicts by %s", (_how, statement) => {
    const known = {
      ...DEPLOY,
      statements: [...DEPLOY.statements, ...text("", "Wait five minutes after it.").statements],
    };
    expect(compareKnowledge(known, text(DEPLOY.title, statement)).relation).toBe("contradicts");
  });

  it.each([
    ["another subject", text("How do I renew the certificate of the gateway?", "Run `certbot renew`.")],
    ["another action", text("How do I freeze a deploy?", "Run `deployctl freeze web`.")],
  ])("is different when it is about %s", (_what, fresh) => {
    expect(compareKnowledge(DEPLOY, fresh)).toMatchObject({ relation: "different", pairs: [], addedStatements: [] });
  });

  it("is different for another place or another number, however alike the words are", () => {
    const of = (title: string) => text(title, "It is not running.", "Start the container.");
    const alike: [string, string][] = [
      ["Are flags on by default in staging?", "Are flags on by default in production?"],
      ["Connection refused on port 5432", "Connection refused on port 6379"],
      ["How do I install the client on macOS?", "How do I install the client on Windows?"],
    ];
    for (const [known, fresh] of alike) expect(compareKnowledge(of(known), of(fresh)).relation).toBe("different");
  });

  it("is compared without harm when there is nothing to compare, or far too much", () => {
    const empty = text("");
    const huge = text("word ".repeat(20_000), "no ".repeat(20_000), "```\n".repeat(5_000));
    expect(compareKnowledge(empty, empty).relation).toBe("different");
    expect(compareKnowledge(huge, DEPLOY).relation).toBe("different");
    expect(compareKnowledge(text("如何回滚部署？", "运行回滚命令。"), DEPLOY).relation).toBe("different");
  });
});
