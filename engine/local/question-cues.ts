import type { ConversationShape } from "./conversation-shape.ts";
import type { ParsedConversation } from "./parse-conversation.ts";

/** What a question's form says about its intent, and what the answers show of it. */
export interface AskedPart {
  /** What the asker says up to the first answer; all of a conversation without a question. */
  text: string;
  /** What others say after it. */
  answer: string;
}

const MAX_ASKED_MESSAGES = 8;
const MAX_CHARACTERS = 4_000;

export function askedPartOf(conversation: ParsedConversation, shape: ConversationShape): AskedPart {
  const { messages } = conversation;
  const asker = shape.questionAt === -1 ? messages[0]?.author : shape.asker;
  const firstAnswer = messages.findIndex(
    ({ author }, index) => index > Math.max(0, shape.questionAt) && author !== asker,
  );
  const end = firstAnswer === -1 ? messages.length : firstAnswer;
  const asked = messages.slice(0, end).filter(({ author }) => author === asker);
  const answers = messages.slice(end).filter(({ author }) => author !== asker);
  const join = (part: typeof messages) =>
    part
      .map(({ text }) => text)
      .join("\n")
      .slice(0, MAX_CHARACTERS);
  return { text: join(asked.slice(-MAX_ASKED_MESSAGES)), answer: join(answers) };
}

/** Each cue: its name, where it is looked for and by what. Counts above three say no more than three. */
const CUES: [name: string, part: keyof AskedPart, pattern: RegExp][] = [
  [
    "error",
    "text",
    /\b(?:error|exception|stack ?trace|traceback|fatal|segfault|err!|failed|fails?|failing|failure|crash\w*|[45]\d\d\b)/gi,
  ],
  [
    "trace",
    "text",
    /\b\w+(?:Error|Exception)\b|^\s*at \S+\(|\bError:|npm ERR|BUILD FAILED|undefined is not|cannot (?:find|read|resolve|load)|could not|unable to|no such/gim,
  ],
  [
    "does not",
    "text",
    /\b(?:(?:does|do|did|is|are|was|has|have|ca|could|wo)(?:n't|nt| not)|cannot|can ?not|no longer|never|nothing|won't)\b/gi,
  ],
  [
    "trouble",
    "text",
    /\b(?:problems?|issues?|trouble|bug|broken|wrong|weird|strange|stuck|struggl\w+|missing|ignored|empty|blank|null|unexpected|instead of|not working|stopped|slow|hangs?|blurry|twice|lost|disconnect\w*)\b/gi,
  ],
  [
    "get with an article",
    "text",
    /\b(?:i(?:'m| am)? ?(?:get|getting|got|see|seeing|receiv\w+|fac\w+|encounter\w*|run(?:ning)? into)|throws?|gives? me|says|returns?|keeps?|kept)\b/gi,
  ],
  ["but", "text", /\b(?:but|however|even though|although|still|yet)\b/gi],
  [
    "tried",
    "text",
    /\b(?:i(?:'ve| have)? (?:tried|try|did|added|set|changed|installed|checked|already)|after (?:i|upgrad\w+|updat\w+|install\w+|mov\w+|the (?:update|upgrade))|since (?:i|the|this|yesterday)|when (?:i|we) (?:try|run|start|open|click|call|use|build))\b/gi,
  ],
  [
    "works elsewhere",
    "text",
    /\b(?:works? (?:fine|well|locally|if|when|on|with|for)|worked|used to work|yesterday)\b/gi,
  ],
  ["how to", "text", /\bhow (?:do|can|to|would|should|could|might|did|does one|are we)\b/gi],
  [
    "a way",
    "text",
    /\b(?:(?:any|a|an|some|best|right|proper|correct|easiest|good|recommended|easy|clean|preferred|other|better) (?:\w+ )?(?:way|approach|method|practices?|option|solution|trick|possibility)|possible to|is it possible|able to|way to)\b/gi,
  ],
  [
    "wants to do",
    "text",
    /\b(?:i(?:'m| am)? (?:want|need|would like|'d like|trying|looking|have) to|i want|i need|we (?:want|need|have) to|trying to|try to|in order to|so that)\b/gi,
  ],
  ["should or can I", "text", /\b(?:(?:should|can|could|may|must|do|shall) (?:i|we|you|one)|what should|need to)\b/gi],
  ["why", "text", /\bwhy\b|\b(?:what'?s|what is) the (?:reason|point|purpose|benefit|advantage|idea)\b|\bhow come\b/gi],
  ["what is", "text", /\bwhat(?:'s| is| are| does| do|s)\b/gi],
  [
    "difference",
    "text",
    /\b(?:differen\w+|vs\.?|versus|better|prefer\w*|compare\w*|instead|pros and cons|which (?:one|is)|rather than|or should|advantages?)\b/gi,
  ],
  [
    "explain",
    "text",
    /\b(?:explain|explanation|understand\w*|mean(?:s|ing)?|clarif\w+|concept\w*|works? (?:internally|under)|how (?:does|is|are)|confus\w+|idea behind|wonder\w*|curious|thoughts?|opinions?)\b/gi,
  ],
  [
    "yes-no",
    "text",
    /(?:^|[.!?,\n]\s*|\b(?:and|so|hi|hello|guys|all|also|question|but)[,:]?\s+)(?:is|are|does|do|did|has|have|will|was|can|could|would|am i|isn't|doesn't)\b/gim,
  ],
  [
    "is supported",
    "text",
    /\b(?:support(?:s|ed)?|compatib\w+|available|allowed|required|deprecated|ready|safe|free|open source|still|exists?|requirements?|minimum|version)\b/gi,
  ],
  [
    "recommends a tool",
    "text",
    /\b(?:ide|editor|tool|library|plugin|package|framework|software|client|alternative|hosting|provider|laptop|distro|company|website|site)\b/gi,
  ],
  [
    "quantity",
    "text",
    /\b(?:how (?:many|much|long|often|big|fast|late|early|old)|until when|maximum|minimum|limit|at most|at least|deadline|allowed)\b/gi,
  ],
  [
    "rule",
    "text",
    /\b(?:polic\w+|rules?|vacation|holidays?|bonus|contract|payslip|invoice|refund|warranty|overtime|expense\w*|leave|taxed|certificate|days|receipt|paid|pay|employee\w*|company|customers?|parents?|children)\b/gi,
  ],
  [
    "asks for docs",
    "text",
    /\b(?:docs?|documentation|tutorials?|guides?|samples?|articles?|books?|courses?|resources?|materials?|references?|videos?|blogs?|wiki|readme|manual|papers?|demo)\b/gi,
  ],
  [
    "asks for links",
    "text",
    /\b(?:links?|examples?|point me|share|where (?:can|do|could|should|to) (?:i|we|you)? ?(?:find|read|learn|get|start|see|look)|any good|recommend\w*|suggest\w*|looking for|learn\w*|get(?:ting)? started|start with|beginner|new to|read(?:ing)?|search\w*)\b/gi,
  ],
  [
    "docs say",
    "text",
    /\b(?:(?:the|in|from|according to|your|spring|official|this) (?:\w+ ){0,2}(?:docs?|documentation|guide|tutorial|reference|readme|article)|(?:docs?|documentation|guide|tutorial) (?:says?|states?|mentions?|shows?)|https?:\S*(?:docs|guide|reference|wiki|tutorial))\b/gi,
  ],
  ["where", "text", /\bwhere\b/gi],
  [
    "who or room",
    "text",
    /\b(?:who|whom|channel|room|forum|community|slack|discord|gitter|chat|place to ask|mailing list|anyone|anybody)\b/gi,
  ],
  [
    "release",
    "text",
    /\b(?:releas\w*|milestones?|road ?map|ga\b|rc\d*\b|snapshot|eta\b|timeline|end of life|eol|backport\w*|ship\w*|upcoming|coming|scheduled?|next version)/gi,
  ],
  [
    "plan",
    "text",
    /\b(?:plans?|planned|planning|going to be|will (?:there|you|it|be|the|we|spring)|any (?:news|update|plans?)|when (?:will|is|are|can)|intend\w*|consider\w*|decid\w+|decision)\b/gi,
  ],
  [
    "contribution",
    "text",
    /\b(?:prs?|pull requests?|merge[sd]?|contribut\w*|issue (?:tracker)?|tickets?|commits?|branch\w*|review\w*|maintain\w*|fork\w*|label\w*|feedback|feature requests?|proposal|github issue|raised?|submitted|team|discuss\w*)\b|#\d{3,}|\/(?:pull|issues)\/\d+/gi,
  ],
  [
    "we as a project",
    "text",
    /\b(?:we (?:should|could|will|can|need)|let'?s|shall we|should we|i'?ll|i can (?:take|do|send)|would you (?:accept|consider|mind|like)|it would be (?:nice|great|good|cool|awesome)|i (?:think|suggest|propose) )\b/gi,
  ],
  ["question marks", "text", /\?/g],
  ["code", "text", /```|`[^`]+`|\b[a-z]+[A-Z]\w*\(|[{};]\s*$|@[A-Z]\w+/gm],
  [
    "review wanted",
    "text",
    /\b(?:review|improve\w*|feedback|optimi[sz]\w*|clean(?:er)? (?:code|up)|refactor\w*|critique|code smell|best practice)\b/gi,
  ],
  [
    "changed between versions",
    "text",
    /\b(?:removed|renamed|deprecat\w+|replaced|migrat\w+|upgrad\w+|breaking|changed in|no longer (?:exists|available)|since version|in the new version|previous version|older version)\b/gi,
  ],
  ["answer: link", "answer", /https?:\/\/\S+/gi],
  [
    "answer: docs",
    "answer",
    /\b(?:docs?|documentation|guides?|tutorials?|reference|section|read|article|book|have a look|check out|link|example)\b/gi,
  ],
  ["answer: code", "answer", /```|`[^`]+`|\b\w+\(\)|<\/?\w+>/g],
  [
    "answer: you",
    "answer",
    /\b(?:you (?:can|could|need|should|have to|must|might|may|want)|try|use|make sure|just)\b/gi,
  ],
  [
    "answer: cause",
    "answer",
    /\b(?:because|since|the (?:problem|issue|reason) (?:is|was)|that's why|means|due to|bug|seems|looks like|caused)\b/gi,
  ],
  ["answer: yes or no", "answer", /^(?:@\S+[,:]? )?(?:yes|no|yep|nope|not|yeah|nah|i don't think|i think so|sure)\b/gi],
  ["answer: asks back", "answer", /\?(?:\s|$)/g],
  [
    "answer: fix works",
    "answer",
    /\b(?:fixed|solved|remove|add|install|upgrade|downgrade|restart|clear|missing|wrong|set)\b/gi,
  ],
  [
    "answer: plans",
    "answer",
    /\b(?:releas\w*|milestones?|plans?|planned|merged?|we'?(?:ll|ve| will| are| have)|team|upcoming|issue|contribut\w*|pr|schedul\w*|soon|backlog|roadmap|support ends)\b/gi,
  ],
];

export const CUE_NAMES: readonly string[] = [
  ...CUES.map(([name]) => name),
  "length",
  "answered",
  "short question",
  "several sentences",
];

/** The values of `CUE_NAMES`, each between 0 and 1. */
export function cuesOf(part: AskedPart): Float64Array {
  const words = part.text.split(/\s+/).filter(Boolean).length;
  return Float64Array.from([
    ...CUES.map(([, where, pattern]) => Math.sqrt(Math.min(3, part[where].match(pattern)?.length ?? 0) / 3)),
    Math.min(1, Math.log1p(words) / 6),
    Number(part.answer !== ""),
    Number(words < 16),
    Math.min(1, (part.text.match(/[.!?\n]\s/g)?.length ?? 0) / 6),
  ]);
}
