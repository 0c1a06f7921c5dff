import { remembering } from "./remember.ts";

/** What a sentence does in a conversation. Several may hold at once. */
export interface SentenceActs {
  question: boolean;
  greeting: boolean;
  thanks: boolean;
  confirmation: boolean;
  smallTalk: boolean;
  symptom: boolean;
  cause: boolean;
  advice: boolean;
  step: boolean;
  explanation: boolean;
  correction: boolean;
  disagreement: boolean;
  agreement: boolean;
  hedge: boolean;
  scheduling: boolean;
  announcement: boolean;
  botNoise: boolean;
  planning: boolean;
  status: boolean;
  social: boolean;
  meta: boolean;
  policy: boolean;
  technical: boolean;
}

export type SentenceAct = keyof SentenceActs;

const QUESTION_START =
  /^(?:(?:so|and|but|ok|okay|well|hmm+|also|then|hi|hey|hello|guys|btw)[,:\s]+)*(?:how(?:'s|s|d)?|what(?:'s|s)?|why|where(?:'s)?|when|which|who(?:'s)?|whose|whats|is|are|am|was|were|do(?! (?:it|this|that|not|so|the following)\b)|does|did|can|could|would|will|should|shall|has|have|had|isn't|aren't|doesn't|don't (?:i|you|we|they|the)|didn't|can't|couldn't|wouldn't|won't|shouldn't|any(?:one|body|\s+(?:idea|ideas|clue|way|suggestions?|tips?|advice|hints?|thoughts?|experience))|does(?:n't)? any(?:one|body))\b/i;
const QUESTION_PHRASE =
  /\b(?:any(?:one|body) (?:know|knows|here|have|has|ever|else|around|familiar|tried|using|seen|got|help)|(?:i(?:'m| am|m)?|just) wondering|i(?:'d| would) like to (?:know|ask)|wanted to (?:know|ask)|(?:can|could|would) (?:some|any)(?:one|body)|(?:some|any)(?:one|body) (?:please )?(?:tell|explain|help|show)|(?:can|could|would) (?:you|u) (?:please |pls )?(?:tell|explain|help|show|share|point|suggest|recommend)|how (?:do|can|to|would|should|could|did|does) (?:i|we|you|u|one|people|it|the)|is there (?:a|an|any|some)|what(?:'s| is| are) (?:the|a) (?:best|right|proper|correct|difference|way|point|recommended)|(?:i )?(?:don't|dont|do not) know (?:how|why|what|where|if)|not sure (?:how|why|what|where|if|whether)|need (?:some )?help|looking for (?:a way|help|an?)|what am i (?:doing|missing))\b/i;
/** "my friend starts on monday, do I get something for that": the mark is forgotten. */
const QUESTION_AT_END =
  /[,;–—-]\s+(?:and |or |so )?(?:do|does|did|can|could|should|is|are|will|am|may|would|must|how (?:do|can|should)|what (?:do|should)|where (?:do|can|is)|when (?:do|is)) (?:i|we|it|this|there)\b[^,.;!?]{4,}$/i;
const QUESTION_MARK = /[?？؟⁇](?:["'»)\]*_\s!?:.]|$)|\u061f/;

const LAST_EMOJI = /[\s\p{Extended_Pictographic}\u{fe0f}]+$/u;

const CUES: [Exclude<SentenceAct, "question" | "technical">, RegExp][] = [
  [
    "greeting",
    /^(?:hi+|hey+|hello+|hiya|yo|howdy|greetings|good (?:morning|afternoon|evening|day|night)|morning|welcome|hola|bonjour|sup|bye|goodbye|cya|see (?:you|ya)|ciao|cheers)\b|^:wave:|^👋/i,
  ],
  [
    "thanks",
    /\b(?:thanks|thank (?:you|u)|thankyou|thx|thanx|tnx|tks|ty(?!-)|tysm|much appreciated|appreciate (?:it|that|your|the help)|cheers|grateful|gracias|merci|danke|brownie points?)\b|🙏|:pray:/i,
  ],
  [
    "confirmation",
    /\b(?:(?:that|it|this|which|yep|yes|all|everything|now)(?:'s| is| has|s)? ?(?:did it|does it|worked|works|working|fixed|solved|did the trick|helped|helps|sorted|resolved|good now|perfect|exactly what)|works? (?:now|fine now|like a charm|perfectly|great|for me now)|working now|fixed (?:it|now|that)|solved(?: it)?|got it (?:working|to work|now)|makes sense(?: now)?|that makes sense|i see(?: now)?|did the trick|problem solved|up and running|you(?:'re| are) (?:right|correct)|good to know|never ?mind,? (?:i )?(?:got|found|figured|fixed|solved))\b|✅|:white_check_mark:|:tada:/i,
  ],
  [
    "smallTalk",
    /^(?:(?:ok(?:ay|ie)?|k|kk|yes|yep|yeah|yup|ya|yea|no|nope|nah|sure|right|cool|nice|great|awesome|perfect|sweet|lol|haha+|hehe+|heh|hmm+|uh+|oh|ah+|wow|good|fine|alright|true|indeed|exactly|agreed|got it|i see|np|no problem|no worries|you(?:'re| are) welcome|yw|sorry|oops|nvm|never ?mind|same(?: here)?|me too|\+1|ditto|gotcha|done|omg|ha|hm|will do|let me (?:check|see|try|look)|one (?:sec|second|moment|min(?:ute)?)|brb|back|i(?:'ll| will) (?:try|check|take a look|look|give)(?: (?:it|that|this))?(?: a (?:try|go|shot))?|i guess|i think so|of course|please|thats? (?:good|great|cool|nice|awesome|it)|very (?:good|nice|cool)|so (?:true|cool)|welcome|ok cool|ok thanks|hold on|wait|good (?:point|idea|luck|question|catch|call)|makes sense|fair enough|interesting|i know|not sure|dunno|idk|maybe|probably|not yet|me neither|no idea|hope (?:that|it|this) helps?|let me know(?: how it goes)?|glad (?:it|that|to|i|you).{0,40}|(?:super |very |so |really )?(?:helpful|useful)|hope so|sounds (?:good|great|like a plan))[\s,.!:;)(-]*)+$/i,
  ],
  [
    "symptom",
    /\b(?:errors?|err|exceptions?|fail(?:s|ed|ing|ure|ures)?|crash(?:es|ed|ing)?|broken?|bugs?|buggy|stuck|hangs?|frozen?|freezes|(?:does|do|did|is|are|was|has|have|ca|could|wo|would)(?:n't|nt| not)|cannot|unable to|no longer|stopped working|stops working|not (?:work|working|able|found|loading|showing|responding|recogni[sz]ed|starting|connecting)|won't|times? out|timed out|timeouts?|refused|denied|rejected|undefined|null|nan|segfaults?|stack ?traces?|traceback|panic|warnings?|problem with|issues? with|trouble|weird|strange|unexpected|missing|invalid|corrupt(?:ed)?|blank (?:page|screen)|blocked|locked out|getting (?:a|an|this|the) |[45]\d\d (?:error|status|response)|error [45]\d\d|(?:keeps?|kept) \w+ing|slow|leak(?:s|ing)?|throws?|threw|expired|kicked out|logs? me out|nothing (?:opens|happens|loads|works|prints|shows)|spins|blank|empty|twice|for ?ever|loses?|disappear\w*|vanish\w*|asks? (?:me )?for (?:a|the|my)|blinks?|drop(?:s|ped|ping)|disconnect\w*|no (?:sound|picture|connection|internet|signal)|not trusted|flicker\w*|jam(?:s|med)?|gives me (?:an? )?(?:error|empty|wrong)|screen says|clicked within)\b/i,
  ],
  [
    "cause",
    /\b(?:because|since (?:it|you|we|they) (?:is|are|do|does|have|has|can|need|use)|due to|caused by|the (?:problem|issue|reason|cause|culprit|trick|catch) (?:is|was|here|seems|lies|turned)|turns? out|turned out|that's why|thats why|this is why|which is why|the root cause|it was (?:the|a|an|my)|happens (?:when|if|because)|that happens|comes from|results? (?:in|from)|leads? to|so that's|it(?:'s| is) (?:a|an) (?:known|common) (?:bug|issue|problem)|expects?|conflicts? with|overwrit|overrid)/i,
  ],
  [
    "advice",
    /\b(?:you (?:need|have|want|should|could|can|must|might|may|gotta|only need|just need|will need|also need|'ll need)|you'(?:ll|d) (?:need|have|want|better)|u (?:need|can|should|have)|try (?:to |using |with |running |adding |removing |setting |a |an |the |that |this |it |out |`|\d)|should (?:be|work|do|use|have|help|fix)|i(?:'d| would| usually| always| just| generally) (?:recommend|suggest|use|go|do|try|put|run|avoid|say)|(?:recommend|suggest)(?:ed|s)?|best (?:way|practice|bet|option)|easiest (?:way|is)|instead(?: of)?|make sure|be sure|don't forget|remember to|have a look|take a look|look (?:at|into|for)|check (?:out|the|if|your|that|whether)|see (?:the|this|here|https?)|just (?:use|run|add|set|do|put|change|remove|install|call|make|create|go|type|click|pass|ask|send|open|delete|restart|reinstall|copy|move|wrap|return)|use (?:the|a|an|`|this|that|it|something|\w+\(|-)|the (?:fix|solution|workaround|answer|trick|way|easiest) (?:is|was|would|to|for)|workaround|fix(?:ed)? (?:is|was|it by|by|this by|that by)|solved (?:it )?by|we (?:use|usually|always|just|have to|need to|recommend)|there(?:'s| is| are) (?:a|an|also|some|the|`)|that(?:'s| is) what|in that case|needs? to be|has to be|have to be|better to|would (?:be|need|have|work)|if you|when you|unless you|depends on)\b/i,
  ],
  [
    "step",
    /\S ?[→›»] ?\S|^(?:(?:so|and|then|now|next|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|lastly|after(?:wards| that)|once (?:done|that|you)|step \d+|\d+[.)]|[-*•]|just|please|simply|or|also|maybe|you can|you need to|you should|you have to|try to|to do that|ok|okay|yes|yeah|yep)[,:;.\s]+){0,3}(?:add|allow|append|apply|ask|assign|attach|backup|boot|build|bump|call|change|check|choose|clear|click|clone|close|comment|commit|compile|configure|connect|contact|convert|copy|create|define|delete|deploy|disable|disconnect|download|drag|drop|edit|enable|enter|execute|export|extract|fill|find|follow|generate|get|give|go|grab|hit|hold|import|include|insert|install|invoke|kill|launch|leave|list|log|login|look|make|mark|merge|mount|move|navigate|open|override|pass|paste|pick|plug|press|pull|push|put|rebase|reboot|rebuild|recreate|refresh|reinstall|reload|remove|rename|replace|request|reset|restart|restore|retry|return|rollback|rotate|run|save|scroll|search|select|send|set|sign|specify|start|stop|store|submit|switch|tell|toggle|try|turn|type|unplug|uninstall|unzip|update|upgrade|upload|use|verify|visit|wait|wrap|write)\b(?!\s*(?:$|[?!]|(?:is|was|are|were|works?|worked|fails?|failed|has|had|seems|looks|goes)\b))/i,
  ],
  [
    "explanation",
    /\b(?:means?|basically|in other words|which means|so that|for example|for instance|e\.g|i\.e|difference|whereas|while the|is (?:a|an|the|used|called|for|basically|just|only|like|not|what|how|where|when)|are (?:the|used|called|for|basically|just)|refers? to|works? (?:by|like|because|as)|the way (?:it|this|that)|allows?|lets you|gives you|handles?|returns?|contains?|supports?|provides?|represents?|consists?|by default|internally|under the hood|essentially|the idea|the point|the reason|depends|as long as|only (?:if|when|works)|every time|each time|it will|it'll|that will|that'll|will be)\b/i,
  ],
  [
    "correction",
    /^(?:(?:oh|ah|ok|hm+|well|sorry|no|oops|ooops|ugh|argh|whoops|hang on|hold on)[,.!…\s-]+)*(?:no,? wait|wait,? no|wait\b[,.!-]|scratch (?:that|what i (?:said|wrote))|correction\b|(?:ignore|forget) (?:what i (?:said|wrote)|my last)|ignore that|disregard|my (?:bad|mistake)\b|i was wrong|i (?:meant|mean)\b|actually,?\s|strike that|on second thou?ght|sorry,? (?:i meant|it's|that should|not|wrong|use)|i stand corrected|\*\s?\w)|\b(?:scratch (?:that|what i (?:said|wrote))|i was wrong about|i misspoke|not .{1,40}, i meant)\b/i,
  ],
  [
    "disagreement",
    /^(?:no,? (?:that|it|this|you|don't|the|never)|(?:i )?(?:disagree|don't think (?:that|so|it)|wouldn't)|that(?:'s| is) (?:not|wrong|incorrect|false|outdated|no longer)|not (?:true|quite|really|exactly|correct)|(?:that|this|it) (?:isn't|is not|doesn't|won't|will not|can't) |nope|(?:please )?(?:be )?careful|that(?:'s| has| was)? (?:changed|out of date)|don't do that|wrong\b|incorrect|please don't|i wouldn't|never (?:use|do|run))|\b(?:i disagree|that's (?:wrong|not true|incorrect|not right|not correct|outdated)|contrary to|not what .{1,20} said)\b/i,
  ],
  [
    "agreement",
    /^(?:yes|yep|yeah|yup|right|correct|exactly|agreed|true|indeed|\+1|you(?:'re| are) right|good (?:point|catch)|ah,? (?:right|yes|true|ok)|oh,? (?:right|yes|true))\b/i,
  ],
  [
    "hedge",
    /\b(?:i think|i guess|maybe|perhaps|not sure|i suppose|probably|might be|could be|afaik|iirc|i believe|i don't know|dunno|idk|no idea|no clue|never (?:used|tried|seen))\b/i,
  ],
  [
    "scheduling",
    /\b(?:meeting|meet ?up|standup|stand-up|calendar|schedul(?:e|ed|ing)|resched\w+|invite|rsvp|tonight|tomorrow|(?:next|this|last) (?:week|weekend|month|monday|tuesday|wednesday|thursday|friday|saturday|sunday|time)|mondays?|tuesdays?|wednesdays?|thursdays?|fridays?|saturdays?|sundays?|\d{1,2}(?::\d\d)? ?(?:am|pm)|o'clock|noon|lunch|dinner|breakfast|coffee|hangouts?|zoom|conference room|available|availability|free (?:at|on|this|next|tomorrow)|join us|call at|sync up|slot|hackathon|attend(?:ing|ed)?|venue|event|agenda|webinar|offsite|rsvps?)\b/i,
  ],
  [
    "announcement",
    /@(?:all|channel|here|everyone)\b|^(?:attention|announcement|heads[ -]?up|(?:friendly |a )?reminder|fyi|psa|please note|welcome)\b|\b(?:we(?:'re| are) (?:happy|excited|pleased|proud|thrilled|hiring)|(?:has|have) joined|joined the|please (?:welcome|join|register|sign up|rsvp|vote)|newsletter|is (?:now )?(?:live|available|out)|just (?:released|launched|shipped|published)|will be (?:down|offline|unavailable|closed)|maintenance window|new (?:hire|joiner|colleague)|check out (?:our|my|the new)|my (?:new )?(?:blog|post|video|talk|article|project|portfolio)|released v?\d)\b/i,
  ],
  [
    "botNoise",
    /^:(?:x|rocket|package|warning|thermometer|fire|inbox_tray|bar_chart|sunrise|bell|clipboard|white_check_mark|rotating_light|construction): |\b(?:build (?:#|\d|passed|failed|succeeded|status|number)|(?:pipeline|workflow|job|deploy(?:ment)?|test run|nightly) (?:#?\d+ )?(?:passed|failed|succeeded|finished|started|completed|is running|cancelled)|(?:pull request|merge request|issue|pr) (?:#\d+ )?(?:opened|closed|merged|approved|by|was)|(?:opened|closed|merged|approved|pushed|commented on|assigned)(?: a| an| the)? ?(?:\d+ )?(?:new )?(?:pull request|merge request|issue|pr|commits?|branch|ticket|#\d+)|pushed \d+ commits?|\[\w[\w/.-]*\] |status: ?(?:firing|resolved|ok|critical|warning|success|failure)|alert(?:manager)?:|firing:\d|\d+ (?:passed|failed|skipped)|coverage (?:increased|decreased|remained)|uptime|incident #?\d+|set the (?:channel )?topic|has (?:joined|left)|(?:dependabot|renovate|jenkins|travis|circleci|github-actions))\b/i,
  ],
  [
    "planning",
    /\b(?:road ?map|milestones?|eta\b|release date|planned|planning|plan(?:s)? (?:to|for|on)|sprints?|backlog|tickets?|(?:feature|pull|merge) requests?|prs?\b|standup|deadline|prioriti[sz]e|assign(?:ed|ee)?|estimate|timeline|quarter|q[1-4]\b|road to|eol\b|end of life|next (?:release|version|major|minor)|(?:open|file|create|raise|track)\w* (?:an? )?(?:issues?|bugs?|tickets?)|when (?:will|is|are) .{0,60}(?:released?|out|available|ready|ship|shipping|land|ga)|scope|kick-?off|handoff|sign-?off|reviewers?|code review|lgtm|contribut(?:e|ing|ors?)|maintainers?|wip|todo list|on my (?:list|plate))\b/i,
  ],
  [
    "status",
    /\b(?:i(?:'m| am|'ve| have|'ll| will)? (?:been )?(?:working on|almost done|finish(?:ed|ing)?|pushing|pushed|merged|merging|deploy(?:ed|ing)|starting|started|continu\w+|looking into|on it|blocked (?:on|by)|taking|heading|off|out|back|afk)|(?:yesterday|today)(?: i|:)|still (?:waiting|working|pending)|in progress|no blockers?|waiting (?:for|on)|wrapped up|just (?:merged|pushed|deployed|finished|submitted|completed)|(?:is|are|was|were) (?:done|finished|merged|deployed|pushed|approved))\b/i,
  ],
  [
    "social",
    /\b(?:lol|lmao|rofl|haha+|hehe+|xd|love(?:d|s)? (?:it|this|that|the)|movies?|music|concerts?|songs?|bands?|games?|football|basketball|soccer|baseball|beers?|pizza|food|weather|weekend|birthday|happy|congrats|congratulations|wife|husband|kids?|girlfriend|boyfriend|dogs?|cats?|school|college|university|watch(?:ed|ing)?|tv|show|netflix|live in|where are you from|i'm from|nice to meet|how are (?:you|u|things)|how(?:'s| is) (?:it going|everyone|life)|what's up|good luck|sleep|tired|fun|cute|crazy|funny|joke|miss you|city|country|travel|flight|actors?|president|team won)\b|[\u{1f600}-\u{1f64f}]{2,}/iu,
  ],
  [
    "meta",
    /\b(?:this (?:channel|room|chat|group|server|slack|workspace|thread)|(?:wrong|right|another|other|main|help) (?:channel|room)|off[ -]?topic|gitter|slack|discord|the bot|dm me|pm me|private message|ping me|just ask|ask away|ask your question|post it|paste it|pastebin|how (?:can|may) (?:i|we) help|rules|moderators?|admins?|spam|newbie|new here|(?:anyone|anybody) (?:here|around|there|online|awake)|please don't (?:flood|spam)|format your code|use backticks|screenshot)\b/i,
  ],
  [
    "policy",
    /\b(?:polic(?:y|ies)|guidelines?|rules? (?:is|are)|approv(?:al|ed by)|entitled|eligible|allowance|reimburse\w*|expenses?|invoices?|contracts?|leave|parental|vacation days|payroll|benefits|onboarding|compliance|gdpr|retention|contact (?:hr|legal|finance|it|security)|must be (?:approved|submitted|signed|filed)|within \d+ (?:days|hours|weeks)|we decided|the decision|agreed (?:to|that|on)|from now on|going forward|as of|the (?:rule|convention|standard|process|procedure) is)\b/i,
  ],
];

const TECHNICAL_WORD =
  /\b(?:api|sql|http|https|json|xml|css|html|url|ssh|dns|ip|vpn|cpu|ram|gpu|npm|git|docker|linux|ubuntu|windows|mac|server|database|db|config|configuration|function|class|method|array|object|string|variable|loop|compile|build|deploy|install|package|module|library|framework|browser|terminal|command|file|folder|directory|code|script|query|table|column|component|endpoint|token|password|account|permissions?|driver|kernel|partition|port|proxy|cluster|container|cache|queue|thread|memory|disk|backup|domain|certificate|spreadsheet|printer|laptop|monitor|wifi|router|excel|outlook|jira|confluence|notion|salesforce|dashboard|settings|license|login|sso|mfa|2fa)\b/;
/** What only a technical text holds, each behind a sign that most sentences do not have. */
const TECHNICAL_FORMS: [string, RegExp][] = [
  ["`", /`[^`]+`/],
  ["()", /\w\(\)/],
  ["_", /\w_\w/],
  [
    ".",
    /\b[\w-]+\.(?:js|ts|py|java|json|xml|ya?ml|html?|css|sh|conf|cfg|ini|log|txt|exe|jar|sql|md|rb|go|rs|php|cs|cpp|h)\b|\bv?\d+\.\d+(?:\.\d+)?\b/,
  ],
  ["/", /(?:^|\s)(?:~|\.{1,2})?\/[\w.-]+\/[\w./-]*/],
  ["-", /\s--?[a-z][\w-]*/],
];
const CAMEL_CASE = /\b[a-z]+[A-Z]\w+\b/;

function isTechnical(text: string): boolean {
  const lower = text.toLowerCase();
  return (
    TECHNICAL_FORMS.some(([sign, form]) => lower.includes(sign) && form.test(lower)) ||
    TECHNICAL_WORD.test(lower) ||
    CAMEL_CASE.test(text)
  );
}

/** Reads one sentence by the words people use. English cues; other languages keep the marks of questions. */
export const readActs = remembering((sentence: string): Readonly<SentenceActs> => {
  const text = sentence.length > 600 ? sentence.slice(0, 600) : sentence;
  const acts: SentenceActs = {
    question:
      QUESTION_MARK.test(text) ||
      QUESTION_PHRASE.test(text) ||
      QUESTION_AT_END.test(text.replace(LAST_EMOJI, "")) ||
      (QUESTION_START.test(text) && !/[.!…]$/.test(text) && text.length > 12),
    greeting: false,
    thanks: false,
    confirmation: false,
    smallTalk: false,
    symptom: false,
    cause: false,
    advice: false,
    step: false,
    explanation: false,
    correction: false,
    disagreement: false,
    agreement: false,
    hedge: false,
    scheduling: false,
    announcement: false,
    botNoise: false,
    planning: false,
    status: false,
    social: false,
    meta: false,
    policy: false,
    technical: isTechnical(text),
  };
  for (const [act, cue] of CUES) acts[act] = cue.test(text);
  return acts;
});
