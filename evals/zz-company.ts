import { mapMessage } from "../connectors/slack/map.ts";
import { detect } from "../engine/find/detect.ts";
import { formConversations } from "../engine/find/form-conversations.ts";
import { readConversation } from "../engine/text/read-conversation.ts";
import { readCompany } from "./companies/read-company.ts";

for (const name of ["saltmarsh", "brandt"]) {
  const { team, gold } = readCompany(name);
  const names = new Map(team.users.map((u: any) => [u.id, u.profile.display_name || u.real_name]));
  const bots = new Set(team.users.filter((u: any) => u.is_bot).map((u: any) => u.id));
  const all = team.channels.flatMap((ch) => {
    const said = ch.messages.flatMap((raw) => {
      const m = mapMessage(raw, {
        user: (id: string) => names.get(id),
        channel: () => "x",
        isBot: (id: string) => bots.has(id),
      } as any);
      return m && "message" in m ? [m.message] : [];
    });
    return formConversations(said).map((c) => ({
      c,
      f: detect(readConversation(c), { sensitivity: 8, minMessageLength: 20, detectionKeywords: [] }),
    }));
  });
  const n = team.channels.reduce((s, c) => s + c.messages.length, 0);
  for (const thr of [0.3, 0.42, 0.54, 0.65]) {
    const kept = all.filter(({ f }) => f.score >= thr);
    const ids = kept.map(({ c }) => new Set(c.messages.map((m) => m.externalId)));
    const hit = (ms: string[]) => ids.some((s) => ms.filter((m) => s.has(m)).length * 2 >= ms.length);
    const p = (gold.pieces as any[]).filter((x) => hit(x.messages.map((m: any) => m.ts ?? m))),
      t = (gold.tempting as any[]).filter((x) => hit(x.messages.map((m: any) => m.ts ?? m)));
    console.log(
      name,
      n,
      "messages",
      all.length,
      "conversations; thr",
      thr,
      "kept",
      kept.length,
      "pieces",
      p.length,
      "/",
      gold.pieces.length,
      "tempting",
      t.length,
      "/",
      gold.tempting.length,
    );
  }
}
