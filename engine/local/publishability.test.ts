import { expect, test } from "vitest";
import { loadDemoTeam } from "../../demo/chat.ts";
import { demoStreams } from "../../evals/article-streams.ts";
import { confidenceAtBest, publishability } from "./publishability.ts";
import { composeArticle } from "./write-article.ts";

/** Under this no article is kept, not even as a draft. */
const DRAFT = 0.03;

test("What is given up before a title is looked for would not have been kept with its title", () => {
  const conversations = demoStreams(loadDemoTeam("business", new Date())).flatMap((stream) => stream.conversations);
  const judged = conversations.map((conversation) => {
    const { told } = composeArticle(conversation, "faq", { channelName: "", knownTags: [] }, 0.6);
    return { atBest: confidenceAtBest(told), confidence: publishability(told).confidence };
  });
  for (const { atBest, confidence } of judged) expect(atBest).toBeGreaterThanOrEqual(confidence);
  const hopeless = judged.filter(({ confidence }) => confidence < DRAFT);
  expect(hopeless.filter(({ atBest }) => atBest < DRAFT).length).toBeGreaterThan(hopeless.length / 2);
});
