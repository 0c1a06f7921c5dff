import { type FictionalPeople, NICKNAME_PATTERN } from "./people.ts";

/** Matches sites without personal pages. Links to all other sites are removed. */
const KEPT_SITES =
  /^(?:(?:[\w-]+\.)*(?:mozilla\.org|nodejs\.org|npmjs\.com|npmjs\.org|git-scm\.com|python\.org|readthedocs\.(?:io|org)|docker\.com|ubuntu\.com|debian\.org|archlinux\.org|kernel\.org|typescriptlang\.org|angular\.io|postgresql\.org|mysql\.com|sqlite\.org|wikipedia\.org|w3schools\.com|w3\.org|gnu\.org|sqlzoo\.net|microsoft\.com|djangoproject\.com|pocoo\.org)|(?:stackoverflow|unix\.stackexchange|serverfault|superuser|askubuntu)\.com|help\.github\.com)$/i;
const KEPT_REPOSITORIES =
  /^\/(?:freecodecamp|angular|docker|moby|nodejs|microsoft|definitelytyped|git|git-it|expressjs|jlord\/git-it)(?:\/|$)/i;

const REMOVED_LINK = "(link left out)";

const SECRETS_OF_PEOPLE: [RegExp, string][] = [
  [/\b[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}\b(?!:)/gi, "someone@example.com"],
  [/\bgit@([\w.-]+):[\w./-]+/g, "git@$1:example/project.git"],
  [/(?<![/\w])[\w.-]+@[\w.-]+(?=[:~$#])/g, "user@host"],
  [/((?:\/home|\/Users|[A-Z]:\\+Users|\/c\/Users)[\\/]+)(?!(?:ubuntu|user|root|node|vagrant)\b)[\w.-]+/g, "$1user"],
  [
    /\b(?!(?:0|10|127|255)\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|8\.8\.)(?:\d{2,3}|1)\.\d{1,3}\.\d{1,3}\.\d{1,3}\b/g,
    "203.0.113.7",
  ],
  [/(?<![\w.])\+?\(?\d{3}\)?[-. ]\d{3}[-. ]\d{4}(?![\w.])/g, "555-0100"],
];

const IMAGE = /\[?!\[[^\]]*\]\([^)]*\)+(?:\]\([^)]*\))?/g;
const CODE = /(```[\s\S]*?(?:```|$)|`[^`\n]+`)/;
const PROSE_PART =
  /!?\[([^\]\n]*)\]\((https?:\/\/[^\s)]+)[^)]*\)|((?:https?:\/\/|www\.)[^\s<>"'`]+[^\s<>"'`.,;:!?)\]])|(?<!\/)@([A-Za-z0-9][\w-]*)(?![\w]*[/(])/g;

/** Matches words after an @ that name no person: packages, decorators, hosts, everybody. */
const NOBODY =
  /^(?:types\w*|angular|example|host|github|gitlab|bitbucket|all|here|channel|app|my_\w+|media|import|property|param|returns?|override|means|typesfor|ng\w*|component|injectable|input|output|latest|next|beta)$/i;

/** Converts an archive's text to Slack's format, without nicknames, addresses or personal links of people. */
export function toSlackText(text: string, people: FictionalPeople, recentSpeakers: ReadonlySet<string>): string {
  const addressed = splitAddress(text, people, recentSpeakers);
  const body = addressed.rest
    .replace(IMAGE, "(image left out)")
    .split(CODE)
    .map((part, index) => (index % 2 === 1 ? escape(withoutNames(redact(part), people)) : prose(part, people)))
    .join("");
  return (addressed.mention + body).trim();
}

/** Splits off IRC's form of address at the start of a line, 'nick: …' or 'nick, …'. */
function splitAddress(text: string, people: FictionalPeople, recentSpeakers: ReadonlySet<string>) {
  const match = /^([A-Za-z0-9_[\]\\`^{}|-]+)\s?([:,])(?=\s|$)\s?/.exec(text);
  const nick = match?.[1] ?? "";
  const isAddress =
    people.isUnmistakable(nick) || recentSpeakers.has(nick.toLowerCase()) || looksLikeNickname(nick, people);
  if (!match || !isAddress) return { mention: "", rest: text };
  return { mention: `<@${people.named(nick).id}>${match[2]} `, rest: text.slice(match[0].length) };
}

/**
 * True for a word with the form of a nickname: 'jane_d', 'JaneDoe', 'jane42'. People who never wrote can only be recognised by
 * this form.
 */
const looksLikeNickname = (word: string, people: FictionalPeople): boolean =>
  word.length > 4 && /[a-z]/.test(word) && /[\d_]|[a-z-][A-Z]/.test(word) && !people.isOrdinaryWord(word);

function prose(text: string, people: FictionalPeople): string {
  let written = "";
  let from = 0;
  const safe = redact(text);
  for (const match of safe.matchAll(PROSE_PART)) {
    const [whole, label, linkTarget, bareLink, nick] = match;
    written += plain(safe.slice(from, match.index), people);
    from = match.index + whole.length;
    if (linkTarget) written += link(linkTarget, plain(label ?? "", people), people);
    else if (bareLink) written += link(bareLink, "", people);
    else if (nick) written += mention(nick, people);
    else written += escape(whole);
  }
  return written + plain(safe.slice(from), people);
}

/**
 * The publishers of one archive dropped the space after some mentions, so a known nickname at the start of a word counts too.
 */
function mention(nick: string, people: FictionalPeople): string {
  if (!people.isKnown(nick)) {
    for (let length = nick.length - 1; length > 4; length -= 1) {
      const front = nick.slice(0, length);
      if (people.isUnmistakable(front)) return `<@${people.named(front).id}> ${escape(nick.slice(length))}`;
    }
    if (NOBODY.test(nick)) return `@${nick}`;
  }
  return `<@${people.named(nick).id}>`;
}

function plain(text: string, people: FictionalPeople): string {
  const bold = text.replace(/\*\*([^*\n]+)\*\*/g, "*$1*");
  return escape(withoutNames(bold, people));
}

function link(target: string, label: string, people: FictionalPeople): string {
  const url = URL.parse(target.startsWith("www.") ? `http://${target}` : target);
  const isKept =
    url !== null &&
    (KEPT_SITES.test(url.hostname) || (url.hostname === "github.com" && KEPT_REPOSITORIES.test(url.pathname))) &&
    !/\/users?\//.test(url.pathname) &&
    ![...target.matchAll(NICKNAME_PATTERN)].some(([word]) => people.isUnmistakable(word));
  if (!isKept) return label && !label.includes("://") ? `${label} ${REMOVED_LINK}` : REMOVED_LINK;
  return label ? `<${escape(url.href)}|${label.replaceAll("|", "/")}>` : `<${escape(url.href)}>`;
}

const redact = (text: string): string =>
  SECRETS_OF_PEOPLE.reduce((kept, [pattern, instead]) => kept.replace(pattern, instead), text);

const withoutNames = (text: string, people: FictionalPeople): string =>
  text.replace(NICKNAME_PATTERN, (word) => (people.isUnmistakable(word) ? people.named(word).firstName : word));

const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
