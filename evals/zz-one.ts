import { detect } from "../engine/find/detect.ts";
import { conversationOf } from "../engine/testing/golden-conversation.ts";
import { readConversation } from "../engine/text/read-conversation.ts";

for (const t of [
  "Ana: When is the staging database deployed?\nBo: I think at 3 after the release, cy knows more about it",
  "Ana: When is the staging database deployed?\nBo: It is deployed at 3 after the release, cy starts the job on the jump host.",
  "Ana: When is the staging database deployed?\nBo: Around 3 I think, after the release is tagged. You can ask Cy, he restarts the worker then.",
  "Ana: Bis wann gehen Eilaufträge am selben Tag raus?\nBen: Bis 15 Uhr, danach nur mit Freigabe von Herrn Vogt.\nAna: danke dir!",
  "Ana: Der Scanner in Halle 2 hängt immer bei Sync, was kann ich tun?\nBen: Akku raus, zehn Sekunden warten, wieder rein. Dann auf Einstellungen > WLAN und neu verbinden.\nAna: geht wieder, danke!",
  "Ana: Kuchen steht in der Küche!\nBen: super, danke!\nCem: lecker",
  "Ana: Wer kommt mit zum Mittagessen um 12?\nBen: ich\nCem: bin heute im Homeoffice",
  "Ana: Ab 1. Mai müssen alle Besucher am Empfang unterschreiben und einen Ausweis tragen. Ausnahme: Lieferanten an Tor 3.",
]) {
  const f = detect(readConversation(conversationOf(t)), {
    sensitivity: 8,
    minMessageLength: 20,
    detectionKeywords: [],
  });
  console.log(f.score, f.isKnowledge, f.contentType, f.reasons.join("; "), "|", t.slice(0, 60).replace(/\n/g, " / "));
}
