import type { Redaction } from "../../shared/domain/article.ts";

interface Pattern {
  what: string;
  regex: RegExp;
  /** The part of the match that is secret; the rest stays readable. Default: all of it. */
  group?: number;
  isSecret?: (candidate: string, whole: string) => boolean;
}

/** Shapes the vendors publish for their own credentials, then generic ones; the earlier pattern wins. */
const PATTERNS: Pattern[] = [
  {
    what: "private key",
    regex:
      /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,20000}?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { what: "token", regex: /\bxox[abceoprs]-[A-Za-z0-9-]{8,}|\bxapp-\d-[A-Za-z0-9-]{8,}/g },
  {
    what: "webhook address",
    regex: /https:\/\/(?:hooks\.slack\.com\/(?:services|workflows)|discord(?:app)?\.com\/api\/webhooks)\/[\w/-]{8,}/g,
  },
  { what: "API key", regex: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  { what: "token", regex: /\bgh[opsur]_[A-Za-z0-9]{30,}\b|\bgithub_pat_[A-Za-z0-9_]{40,}\b|\bglpat-[\w-]{20,}/g },
  { what: "API key", regex: /\bAIza[\w-]{35}(?![\w-])/g },
  { what: "token", regex: /\bya29\.[\w-]{20,}|\b1\/\/0[\w-]{30,}/g },
  { what: "API key", regex: /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,}|\bwhsec_[A-Za-z0-9+/=]{20,}/g },
  { what: "API key", regex: /\bsk-(?:ant-|proj-|svcacct-|or-)?[A-Za-z0-9_-]{20,}/g, isSecret: looksRandom },
  { what: "token", regex: /\b(?:ntn_|secret_)[A-Za-z0-9]{40,}\b|\bnpm_[A-Za-z0-9]{36}\b|\bATATT3[\w=-]{20,}/g },
  {
    what: "API key",
    regex: /\bSG\.[\w-]{16,}\.[\w-]{16,}|\bkey-[0-9a-f]{32}\b|\bdop_v1_[0-9a-f]{64}\b|\bhf_[A-Za-z]{30,}\b/g,
  },
  { what: "token", regex: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*/g },
  {
    what: "password",
    regex: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{0,64}:([^\s/@]{1,128})@(?=[\w[])/gi,
    group: 1,
    isSecret: notPlaceholder,
  },
  {
    what: "token",
    regex: /\b(?:bearer|basic|authorization:\s*token)\s+([A-Za-z0-9._~+/-]{16,}=*)/gi,
    group: 1,
    isSecret: looksRandom,
  },
  {
    what: "API key",
    regex:
      /(?:api[_ -]?key|access[_ -]?key(?:[_ -]?id)?|secret[_ -]?(?:access[_ -]?)?key|client[_ -]?secret|(?:access|auth|refresh|bot|api|session)[_ -]?token|\btoken|\bsecret|\bkey)["'`*]{0,3}\s{0,2}(?:[:=]|\bis\b|=>)\s{0,2}["'`*]{0,3}([A-Za-z0-9_+/.~-]{16,}={0,2})/gi,
    group: 1,
    isSecret: looksRandom,
  },
  {
    what: "password",
    regex:
      /(?<![a-z])(?:pass(?:word|wd|phrase|code)?|pwd|pw)["'`*]{0,3}(?:\s{1,2}(?:for|of|to|on)\s[\w. -]{1,40}?)?\s{0,2}(?:[:=]{1,2}|\bis\b:?)\s{0,2}(?:now\s|still\s|just\s)?["'`*]{0,3}([^\s"'`*,;<>]{4,64})/gi,
    group: 1,
    isSecret: looksLikePassword,
  },
  {
    what: "e-mail address",
    regex: /(?<![\w.+%/@-])[\w.+%-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,4}[A-Za-z]{2,24}\b(?![:/]\w)/g,
    isSecret: notGitRemote,
  },
  {
    what: "card number",
    regex:
      /(?<![\w.-])[3-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\w-]|\.\d)|(?<![\w.-])3[47]\d{2}[ -]?\d{6}[ -]?\d{5}(?![\w-])/g,
    isSecret: isCardNumber,
  },
  {
    what: "phone number",
    regex:
      /(?<![\w.+/:#=-])(?:\+\d{1,3}[ .-]?(?:\(0?\d{1,4}\)[ .-]?)?\d{1,4}(?:[ .-]?\d{2,4}){2,4}|\(\d{3}\) ?\d{3}[ .-]\d{4}|\d{3}-\d{3}-\d{4})(?![\w-]|\.\d)/g,
    isSecret: (candidate) => digitsOf(candidate).length >= 8 && digitsOf(candidate).length <= 15,
  },
];

/** A cheap test that lets most chat through without trying every pattern. */
const MAY_HOLD_SECRET =
  /[@+]|\d{3}|pass|pwd|\bpw\b|key|token|secret|bearer|basic|xox|xapp|AKIA|ASIA|ABIA|ACCA|AIza|ya29|whsec|SG\.|npm_|hf_|ATATT|ntn_|glpat|PRIVATE|hooks\.|webhooks|[srp]k[-_]|eyJ|https?:\/\/\S+:|_pat_|gh[opsur]_/i;

/** Takes secrets and personal data out of a text and leaves a readable mark: `[API key removed]`. */
export function redact(text: string): { text: string; redactions: Redaction[] } {
  if (!MAY_HOLD_SECRET.test(text)) return { text, redactions: [] };
  const counts = new Map<string, number>();
  let result = text;
  for (const pattern of PATTERNS) {
    result = result.replace(pattern.regex, (whole: string, ...rest: unknown[]) => {
      const candidate = pattern.group === undefined ? whole : rest[pattern.group - 1];
      if (typeof candidate !== "string" || candidate.endsWith("removed]")) return whole;
      if (pattern.isSecret && !pattern.isSecret(candidate, whole)) return whole;
      counts.set(pattern.what, (counts.get(pattern.what) ?? 0) + 1);
      const at = pattern.group === undefined ? 0 : whole.lastIndexOf(candidate);
      return `${whole.slice(0, at)}[${pattern.what} removed]${whole.slice(at + candidate.length)}`;
    });
  }
  return { text: result, redactions: [...counts].map(([what, count]) => ({ what, count })) };
}

/** One list of redactions out of many, each kind once. */
export function addRedactions(lists: Redaction[][]): Redaction[] {
  const counts = new Map<string, number>();
  for (const { what, count } of lists.flat()) counts.set(what, (counts.get(what) ?? 0) + count);
  return [...counts].map(([what, count]) => ({ what, count }));
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** Luhn's check digit, as all card schemes use it. */
function isCardNumber(candidate: string): boolean {
  const digits = digitsOf(candidate);
  if (digits.length < 13 || digits.length > 19 || /^(\d)\1+$/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Secrets mix letters and digits without pattern; names, paths and identifiers do not. A bare commit hash is hexadecimal only. */
function looksRandom(candidate: string): boolean {
  if (!/\d/.test(candidate) || !/[A-Za-z]/.test(candidate)) return false;
  if (/^[\w-]+(?:\.[a-z][\w-]*)+$/i.test(candidate) && !/\d{3}|[A-Z]\d|\d[A-Z]/.test(candidate)) return false;
  if (/x{6,}|\.{3}|your|example|placeholder/i.test(candidate)) return false;
  return entropyBits(candidate) >= 2.8;
}

/** Shannon's entropy in bits per character. */
function entropyBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const NOT_A_PASSWORD =
  /^(?:the|your|you|my|not?|now|wrong|right|correct|incorrect|invalid|required|reset|expired?|empty|blank|null|none|true|false|undefined|string|stored|saved|changed?|same|different|needed|asked|being|accepted|rejected|case|too|only|also|still|just|what|where|when|how|there|here|this|that|they|it|in|on|at|of|an?|to|very|more|at least|set|sent|hashed|encrypted|protected|optional|supposed|usually|always|never|managed|kept|visible|hidden|unknown|default|password|process\.env|os\.|env\.)/i;

function looksLikePassword(candidate: string, whole: string): boolean {
  if (!notPlaceholder(candidate)) return false;
  const trimmed = candidate.replace(/[.!?)]+$/, "");
  if (trimmed.length < 4) return false;
  const hasMark = /\d|[^\w\s]/.test(trimmed);
  if (/[:=]/.test(whole.slice(0, whole.lastIndexOf(candidate)))) {
    return (
      hasMark ||
      /[a-z][A-Z]/.test(trimmed) ||
      (!NOT_A_PASSWORD.test(trimmed) &&
        /[:=]\s{0,2}["'`*]{0,3}$/.test(whole.slice(0, whole.lastIndexOf(candidate))) &&
        !/[()[\]]/.test(trimmed))
    );
  }
  return (
    hasMark &&
    !NOT_A_PASSWORD.test(trimmed) &&
    !/^[a-z]+['’-][a-z]+$/i.test(trimmed) &&
    !/^[a-z]+\/[a-z]+$/i.test(trimmed)
  );
}

function notPlaceholder(candidate: string): boolean {
  return !/^[<{$%[(*.]|^\*+$|^x{3,}$|^\.{2,}$|^(?:pass(?:word)?|pwd|secret|changeme|your|xxx|user)\b|process\.env|\$\{|\(\)/i.test(
    candidate,
  );
}

/** `git@github.com:team/repo` is an address of a repository, not of a person. */
function notGitRemote(candidate: string): boolean {
  return (
    !/^(?:git|hg|svn|root|user|ubuntu|ec2-user|admin)@/i.test(candidate) &&
    !/@(?:example|localhost|test)\b/i.test(candidate)
  );
}
