import { parseArgs } from "node:util";
import { mapMessage, type SlackPeople } from "../../connectors/slack/map.ts";
import type { DetectionSettings } from "../../engine/contract.ts";
import { formConversations } from "../../engine/find/form-conversations.ts";
import { createLocalEngine } from "../../engine/local-engine.ts";
import type { WrittenArticle } from "../../shared/domain/article.ts";
import type { Conversation } from "../../shared/domain/chat.ts";
import { type DemoTeam, loadDemoTeams } from "../demo/chat.ts";

/**
 * Prints the articles of the demo's teams, because no measure replaces reading them. `npm run file --
 * tools/evals/read-articles.ts [--team business] [--sensitivity 8] [--every 5] [--talk]`
 */
const { values } = parseArgs({
  options: {
    team: { type: "string" },
    sensitivity: { type: "string", default: "8" },
    every: { type: "string", default: "1" },
    conversation: { type: "boolean", default: false },
  },
});
const SETTINGS: DetectionSettings = {
  sensitivity: Number(values.sensitivity),
  minMessageLength: 20,
  detectionKeywords: [],
};

const engine = createLocalEngine();
for (const team of loadDemoTeams(new Date()).filter((one) => !values.team || one.domain.includes(values.team))) {
  let messages = 0;
  let articles = 0;
  for (const { channel, conversation } of conversationsOf(team)) {
    messages += conversation.messages.length;
    const finding = await engine.detect(conversation, SETTINGS);
    if (!finding.isKnowledge) continue;
    articles++;
    if (articles % Number(values.every) !== 0) continue;
    const article = await engine.write(conversation, finding, { channelName: channel, knownTags: [] });
    print(`${team.domain} #${channel} ${finding.score}`, article);
    if (values.conversation) printConversation(conversation);
  }
  process.stdout.write(`\n${team.domain}: ${articles} articles of ${messages} messages\n`);
}

function conversationsOf(team: DemoTeam): { channel: string; conversation: Conversation }[] {
  const names = new Map(team.users.map((user) => [user.id, user.profile.display_name || user.real_name]));
  const bots = new Set(team.users.filter((user) => user.is_bot).map((user) => user.id));
  const channels = new Map(team.channels.map((channel) => [channel.id, channel.name]));
  const people: SlackPeople = {
    user: (id) => names.get(id),
    channel: (id) => channels.get(id),
    isBot: (id) => bots.has(id),
  };
  return team.channels.flatMap((channel) => {
    const said = channel.messages.flatMap((raw) => {
      const mapped = mapMessage(raw, people);
      return mapped && "message" in mapped ? [mapped.message] : [];
    });
    return formConversations(said).map((conversation) => ({ channel: channel.name, conversation }));
  });
}

function print(heading: string, article: WrittenArticle): void {
  const lines = [`\n=== ${heading} ${article.contentType}`, `TITLE   ${article.title}`];
  lines.push(`SUMMARY ${article.summary.map((item) => item.text).join(" ")}`);
  for (const section of article.body) {
    lines.push(`[${section.heading ?? section.role}]`);
    for (const item of section.statements)
      lines.push(
        item.form === "code"
          ? item.text.replace(/^/gm, "    | ")
          : ` ${section.layout === "prose" ? "" : "- "}${item.text}`,
      );
  }
  process.stdout.write(`${lines.join("\n")}\n`);
}

function printConversation(conversation: Conversation): void {
  const lines = conversation.messages.map((message) => `    ${message.author.name}: ${message.text}`);
  process.stdout.write(`  --- said\n${lines.join("\n")}\n`);
}
