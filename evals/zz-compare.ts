import { writeExcerpt } from "../engine/excerpt/write-excerpt.ts";
import { createLocalEngine } from "../engine/local-engine.ts";
import { articleText, conversationText } from "../evals/articles-as-text.ts";
import { officeConversation, officeConversations } from "../evals/office-conversations.ts";

const part = process.argv[2] as any,
  every = Number(process.argv[3] ?? 1),
  mode = process.argv[4] ?? "titles",
  off = Number(process.argv[5] ?? 0);
const engine = createLocalEngine();
let n = 0;
for (const o of officeConversations(part).filter((o) => o.knowledge)) {
  if ((n++ + off) % every) continue;
  const c = officeConversation(o);
  const ex = writeExcerpt(c, { channelName: o.channel, knownTags: [] });
  if (mode === "titles") {
    const f = await engine.detect(c, { sensitivity: 8, minMessageLength: 20, detectionKeywords: [] });
    const a = await engine.write(c, f, { channelName: o.channel, knownTags: [] });
    console.log(`${o.id}\n   old ${a.contentType} ${a.title}\n   new ${ex.contentType} ${ex.title}`);
  } else {
    console.log(
      "#### " +
        o.id +
        " " +
        o.about +
        "\n" +
        conversationText(c) +
        "\n--\n" +
        articleText(ex) +
        `\n${ex.category} ${ex.tags}`,
    );
  }
}
