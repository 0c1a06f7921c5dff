import type { ContentType, Difficulty, Priority } from "../../shared/domain/facets.ts";
import type { ParsedConversation, SentencePiece } from "./parse-conversation.ts";
import { INSTRUCTS_MACHINES } from "./part-of-sentence.ts";
import { contentWordsOf, isContentWord, stem, wordsOf } from "./words.ts";

/**
 * The category is the one whose words the conversation and the channel's name use most; the channel's name counts as three
 * words of the conversation. Without any of them it is 'General'.
 */
const CATEGORIES: [string, RegExp][] = [
  [
    "HR & Policies",
    /\b(?:vacation|holidays?|parental|sick leave|annual leave|payroll|salary|benefits?|hr|human resources|polic(?:y|ies)|contractors?|onboarding|offboarding|probation|working hours|remote work|people ops|hiring|interviews?|compliance|gdpr)\b/gi,
  ],
  [
    "Finance",
    /\b(?:invoices?|expenses?|refunds?|reimburse\w*|budgets?|tax(?:es)?|vat|accounting|purchase orders?|receipts?|billing|payments?|finance|procurement|costs?)\b/gi,
  ],
  [
    "IT & Access",
    /\b(?:vpn|wi-?fi|password|passwords|2fa|mfa|two-factor|sso|okta|login|log in|sign in|permissions?|access|accounts?|laptops?|printers?|e-?mail|mailbox|outlook|licen[cs]es?|helpdesk|it-?access|it-?help|active directory|certificates?|device manager|ssh keys?)\b/gi,
  ],
  [
    "Support",
    /\b(?:customers?|clients?|tickets?|support|escalat\w+|zendesk|complain\w*|sla|crm|refund|first line|helpdesk)\b/gi,
  ],
  [
    "Operations",
    /\b(?:deploy\w*|deployments?|releases?|rollback|kubernetes|k8s|kubectl|clusters?|servers?|staging|production|prod|monitoring|alerts?|on-?call|incidents?|outages?|backups?|restore|terraform|ansible|nginx|load balancer|dns|infra\w*|ops|devops|sre|pipelines?|ci|docker|containers?|disk|cron|logs?)\b/gi,
  ],
  [
    "Tools & Setup",
    /\b(?:install\w*|setup|set up|configur\w*|settings?|plugins?|extensions?|editor|ide|vs ?code|intellij|jira|confluence|notion|slack|figma|excel|spreadsheets?|zoom|calendar|upgrade|npm|yarn|pnpm|brew|apt|homebrew|environment variables?|ubuntu|linux|windows|macos|drivers?|partitions?)\b/gi,
  ],
  [
    "Product",
    /\b(?:roadmap|features?|designs?|ux|ui|user research|a\/b|experiments?|launch|pricing|personas?|product)\b/gi,
  ],
  [
    "Sales & Marketing",
    /\b(?:leads?|campaigns?|seo|newsletter|landing page|prospects?|pipeline review|quotes?|deals?|marketing|sales|brand)\b/gi,
  ],
  [
    "Engineering",
    /\b(?:code|api|apis|functions?|class(?:es)?|methods?|objects?|arrays?|strings?|components?|tests?|build|compile\w*|git|branch|merge|rebase|pull request|database|sql|quer(?:y|ies)|java|javascript|typescript|python|ruby|php|rust|golang|react|angular|vue|node|spring|css|html|json|xml|regex|async|promise|thread|exceptions?|stack ?trace|debug\w*|librar(?:y|ies)|frameworks?|frontend|backend|engineering|dev|dependency|dependencies|repo|repository|endpoint|bean|annotation|maven|gradle|webpack|algorithm|loop|variables?)\b/gi,
  ],
];

export function categoryOf(conversation: ParsedConversation, channelName: string): string {
  const said = conversation.messages.map((message) => message.text.slice(0, 4_000)).join("\n");
  const channel = channelName.replace(/[-_#]+/g, " ");
  let best = "General";
  let most = 0;
  for (const [name, words] of CATEGORIES) {
    const distinct = new Set(said.match(words)?.map((word) => stem(word.toLowerCase()))).size;
    const score = distinct + 3 * new Set(channel.match(words)).size;
    if (score > most) {
      most = score;
      best = name;
    }
  }
  return best;
}

const DEEP =
  /\b(?:kernel|cluster|kubernetes|terraform|concurren\w+|race condition|deadlock|mutex|garbage collect\w*|heap|profil(?:er|ing)|replication|shard\w*|transaction isolation|reflection|bytecode|compiler|memory leak|segfault|assembly|encryption|tls|certificate chain|oauth|webhook|regex|migration|distributed|latency|throughput|indexes|bean|dependency injection|generics|monad|polymorphism|inheritance|iptables|routing table|raid|lvm|systemd)\b/gi;

/**
 * Advanced: three deep technical terms, or two code blocks with one such term. Beginner: no code, no deep term and
 * under 120 words of substance. Otherwise intermediate.
 */
export function difficultyOf(conversation: ParsedConversation): Difficulty {
  const said = conversation.messages.map((message) => message.text.slice(0, 4_000)).join("\n");
  const deep = new Set(said.match(DEEP)?.map((word) => word.toLowerCase())).size;
  const codes = conversation.pieces.filter((piece) => piece.form === "code").length;
  if (deep >= 3 || (codes >= 2 && deep >= 1)) return "advanced";
  const substance = conversation.pieces.reduce(
    (sum, piece) => sum + (piece.form === "sentence" ? piece.contentWords.length : 0),
    0,
  );
  return codes === 0 && deep === 0 && substance < 120 ? "beginner" : "intermediate";
}

const CRITICAL =
  /\b(?:outage|data loss|lost (?:all )?(?:our|the|my) data|security (?:breach|incident)|breach(?:ed)?|(?:production|prod|site|shop|system) (?:is|was|went|are) (?:completely )?down|leaked|ransomware|sev ?-?[01]|p0)\b/i;
const URGENT =
  /\b(?:urgent(?:ly)?|asap|blocker|blocking (?:us|me|the|everyone|customers)|customers? (?:can't|cannot|report|complain)|production|prod|security|vulnerab\w+|critical|deadline|sev ?-?2|p1)\b/i;

/**
 * Critical: an outage, a breach or lost data is named. High: urgency, production, customers affected or security is
 * named. Low: an explanation or FAQ without a problem. Otherwise medium.
 */
export function priorityOf(conversation: ParsedConversation, contentType: ContentType): Priority {
  const said = conversation.messages.map((message) => message.text.slice(0, 4_000)).join("\n");
  if (CRITICAL.test(said)) return "critical";
  if (URGENT.test(said)) return "high";
  const troubled = conversation.pieces.some((piece) => piece.form === "sentence" && piece.acts.symptom);
  return (contentType === "explanation" || contentType === "faq") && !troubled ? "low" : "medium";
}

const NOT_A_NOUN =
  /(?:ly|ously|ize|ise|ify)$|^(?:add|allow|append|apply|build|call|change|choose|click|close|connect|contain|convert|copy|create|delete|disable|download|edit|enable|enter|execute|expect|export|extract|fill|find|generate|grab|handle|hit|import|include|insert|install|invoke|kill|launch|load|loads|mark|merge|mount|navigate|occur|override|paste|pick|press|print|pull|push|read|reboot|rebuild|refresh|reinstall|rename|replace|require|reset|restart|restore|retry|rotate|save|scroll|search|select|share|sign|specify|submit|toggle|type|unplug|upload|verify|visit|write|return|throw|pass|print|believe|create|created|creating|running|using|working|getting|making|trying|doing|having|based|called|need|works|full|empty|whole|long|short|large|small|high|low|slow|fast|quickly|instead|available|actual|existing|certain|required|possible|impossible|normal|standard|custom|local|global|manual|automatic|online|offline|active|recent|latest|newest|older|bigger|smaller|faster|slower|cheaper|clean|clear|correct|wrong|true|false|null|yes|no|red|green|blue|black|white|pink|http|https|www|com|org|removed|gonna|wanna|dont|doesnt|didnt|cant|wont|isnt|arent|youre|theyre|ive|thats|whats|lets|etc|via|per|ago|inside|outside|behind|below|above|onto|toward|among|within|hours?|minutes?|days?|weeks?|months?|years?|once|twice|times|everywhere|anywhere|somewhere|nowhere|directly|lines?|bunch|couple|half|rest|start|stop|stuff|ones|hey|btw|example|examples|kind|sort|type|types|reason|reasons|idea|ideas|case|cases|answer|way|ways|issue|issues|problem|problems|solution|solutions|thing|things|person|people|guy|guys|man|men|someone|anyone|question|questions|help|first|second|third|last|next|new|old|good|bad|best|better|worse|worst|same|different|several|many|much|more|most|less|least|few|little|lot|lots|own|sure|real|main|major|minor|free|open|closed|ready|able|unable|worth|specific|general|common|simple|easy|hard|difficult|important|necessary|useful|interesting|nice|great|cool|fine|ok|okay)$/;

/** How many and when: never what an article is about. */
const COUNT_OR_TIME =
  /^(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundreds?|thousands?|millions?|dozens?|seconds?|mins?|secs?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|mornings?|evenings?|nights?|today's|percent)$/;

/** Function words are known for English only; elsewhere only long words are likely to carry the subject. */
function isEnglish(sentences: SentencePiece[]): boolean {
  const words = sentences.flatMap((piece) => wordsOf(piece.text));
  return words.length === 0 || words.filter((word) => !isContentWord(word)).length >= words.length * 0.2;
}

export interface Vocabulary {
  tags: string[];
  keywords: string[];
}

/**
 * Tags are nouns of the messages the article is written from: first the workspace's own that occur in the conversation, then words that the
 * question and the answers share or that return often. Keywords are what a search should find it by. The same conversation gives the same.
 */
export function vocabularyOf(
  conversation: ParsedConversation,
  used: Set<number>,
  title: string,
  knownTags: string[],
): Vocabulary {
  const sentences = conversation.pieces.filter(
    (piece): piece is SentencePiece =>
      piece.form === "sentence" && used.has(piece.message) && !INSTRUCTS_MACHINES.test(piece.text),
  );
  const ranked = rankWords(conversation, sentences, title);
  const shortest = isEnglish(sentences) ? 2 : 6;
  const terms = ranked
    .map(({ word }) => word)
    .filter(
      (word) =>
        /^[\p{L}][\p{L}\p{N}+#.-]{1,29}$/u.test(word) &&
        !/['’]/.test(word) &&
        !NOT_A_NOUN.test(word) &&
        !COUNT_OR_TIME.test(word) &&
        word.length >= shortest,
    );
  return { tags: tagsOf(ranked, terms, knownTags), keywords: terms.slice(0, 8) };
}

interface RankedWord {
  stem: string;
  /** Its most frequent form. */
  word: string;
  weight: number;
}

/** Words by how often and by how many people they are said, those of the title before; names of people are left out. */
function rankWords(conversation: ParsedConversation, sentences: SentencePiece[], title: string): RankedWord[] {
  const people = new Set(
    conversation.messages.flatMap((message) => [message.author.toLowerCase(), ...wordsOf(message.authorName)]),
  );
  const inTitle = new Set(contentWordsOf(title).map(stem));
  const weights = new Map<
    string,
    { weight: number; forms: Map<string, number>; authors: Set<string>; first: number }
  >();
  let position = 0;
  for (const piece of sentences) {
    const author = conversation.messages[piece.message]?.author ?? "";
    for (const word of contentWordsOf(piece.text.replace(/\[[\w -]+ removed\]|https?:\/\/\S+/g, " "))) {
      position++;
      if (people.has(word) || people.has(word.replace(/'s$/, ""))) continue;
      const key = stem(word.replace(/'s$/, ""));
      const entry = weights.get(key) ?? {
        weight: inTitle.has(key) ? 3 : 0,
        forms: new Map(),
        authors: new Set(),
        first: position,
      };
      entry.weight += 1 / Math.sqrt(1 + sentences.length / 20);
      entry.forms.set(word, (entry.forms.get(word) ?? 0) + 1);
      if (!entry.authors.has(author)) entry.weight += 0.5;
      entry.authors.add(author);
      weights.set(key, entry);
    }
  }
  return [...weights]
    .toSorted(([, a], [, b]) => b.weight - a.weight || a.first - b.first)
    .map(([key, { weight, forms }]) => ({ stem: key, word: usualForm(forms), weight }));
}

function usualForm(forms: Map<string, number>): string {
  const [form = ""] =
    [...forms].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length || (a[0] < b[0] ? -1 : 1))[0] ?? [];
  return form.replace(/'s$/, "");
}

/** At most six: four of the workspace's own that weigh enough here, then the highest ranked terms. */
function tagsOf(ranked: RankedWord[], terms: string[], knownTags: string[]): string[] {
  const partsOf = (tag: string) => wordsOf(tag.replace(/[-_/]+/g, " "));
  const floor = Math.max(2, (ranked[0]?.weight ?? 0) * 0.3);
  const weights = new Map(ranked.map((entry) => [entry.stem, entry.weight]));
  const known = knownTags.filter((tag) => {
    const parts = partsOf(tag).map((part) => ({ part, weight: weights.get(stem(part)) ?? 0 }));
    return (
      parts.every(({ weight }) => weight > 0) &&
      parts.some(({ part, weight }) => weight >= floor && !COUNT_OR_TIME.test(part))
    );
  });
  const tags = [...new Set(known.slice(0, 4))];
  const covered = new Set(tags.flatMap((tag) => partsOf(tag).map(stem)));
  for (const { word, weight } of ranked) {
    if (tags.length >= 6 || weight < floor) break;
    if (!terms.includes(word) || covered.has(stem(word)) || /ing$|ed$/.test(word)) continue;
    tags.push(word);
    covered.add(stem(word));
  }
  const first = terms.find((word) => !/ing$|ed$/.test(word));
  return tags.length === 0 && first ? [first] : tags;
}
