/** Checks whether a text that `secret-patterns.ts` matched is really a secret. */

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/**
 * Whether a number has a valid Luhn check digit, as all card numbers have. Zeros and a single repeated digit are
 * excluded.
 */
export function isCardNumber(candidate: string): boolean {
  const digits = digitsOf(candidate);
  if (digits.length < 14 || digits.length > 19 || /^(\d)\1+$/.test(digits)) return false;
  if (!/^(?:4|5[1-5]|2[2-7]|3[04-9]|6)/.test(digits)) return false;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i]);
    const doubled = i % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** Whether an account number has the valid check digits of an IBAN (ISO 13616): the remainder modulo 97 is 1. */
export function isAccountNumber(candidate: string): boolean {
  const whole = candidate.replaceAll(" ", "");
  if (whole.length < 15 || whole.length > 34) return false;
  const numbers = `${whole.slice(4)}${whole.slice(0, 4)}`.replace(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  );
  let rest = 0;
  for (const digit of numbers) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

export function isPhoneNumber(candidate: string): boolean {
  const digits = digitsOf(candidate);
  return (
    digits.length >= 7 &&
    digits.length <= 15 &&
    !/^(\d)\1+$/.test(digits) &&
    !/^(?:19|20)\d{2}[-./ ]\d{1,2}[-./ ]\d/.test(candidate)
  );
}

/**
 * Whether a text mixes letters and digits at random, unlike names, paths and identifiers. Commit hashes are purely
 * hexadecimal and do not count.
 */
export function isRandomLooking(candidate: string): boolean {
  if (candidate.startsWith("//")) return false;
  if (!/\d/.test(candidate) || !/[A-Za-z]/.test(candidate)) return false;
  if (/^[\w-]+(?:\.[a-z][\w-]*)+$/i.test(candidate) && !/\d{3}|[A-Z]\d|\d[A-Z]/.test(candidate)) return false;
  if (/x{6,}|\.{3}|your_?|example|placeholder/i.test(candidate)) return false;
  return computeEntropy(candidate) >= 2.8;
}

export function hasMixedCharacters(candidate: string): boolean {
  return /\d/.test(candidate) && /[a-z]/.test(candidate) && /[A-Z]/.test(candidate);
}

/** Shannon entropy in bits per character. */
export function computeEntropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

const NOT_A_PASSWORD =
  /^(?:(?:the|your|you|my|not?|now|wrong|right|correct|incorrect|invalid|required|reset|expired?|empty|blank|null|none|true|false|undefined|string|stored|saved|changed?|same|different|needed|asked|being|accepted|rejected|case|too|only|also|still|just|what|where|when|how|there|here|this|that|they|it|in|on|at|of|an?|to|very|more|at least|set|sent|hashed|encrypted|protected|optional|supposed|usually|always|never|managed|kept|visible|hidden|unknown|default|password)(?![A-Za-z0-9])|process\.env|os\.|env\.)/i;
/** Matches code that reads a secret from another source: `config.db.password`, `bcrypt(`, `@$_POST[`, `/var/log`. */
const IS_CODE = /^(?:@?\$|~?\/|\.{1,2}\/|\w+\(|[A-Za-z_$][A-Za-z_$]*(?:(?:\.|->)[A-Za-z_$]+)+[;,)]*$)/;

export function isPasswordLike(candidate: string, whole: string, after: string): boolean {
  const trimmed = candidate.replace(/[.!?)]+$/, "");
  if (!isNoPlaceholder(candidate) || NOT_A_PASSWORD.test(trimmed) || IS_CODE.test(candidate) || trimmed.length < 4)
    return false;
  const before = whole.slice(0, whole.lastIndexOf(candidate));
  const isSetting = /[:=]/.test(before);
  if (/\d|[^\w\s]/.test(trimmed))
    return isSetting || !(/^[a-z]+['’-][a-z]+$/i.test(trimmed) || /^[a-z]+\/[a-z]+$/i.test(trimmed));
  // A plain word counts as a password only after '=' or ':', and only if it follows the sign directly, is quoted, has a
  // capital inside, or ends the line.
  return (
    isSetting &&
    !/[()[\]]/.test(trimmed) &&
    (/[a-z][A-Z]/.test(trimmed) || /[:=]["'`*]{0,3}$|["'`]$/.test(before) || /^[ \t.!]*(?:\n|$)/.test(after))
  );
}

export function isNoPlaceholder(candidate: string): boolean {
  return !/^[<{$%[(*.#]|^\*+$|^x{3,}$|^\.{2,}$|^(?:pass(?:word)?|pwd|secret|changeme|your|xxx|user|redacted|removed|hidden)\b|process\.env|\$\{|\(\)/i.test(
    candidate,
  );
}

/**
 * Matches English and German e-mail addresses of departments. They belong to no person and are often the answer, so
 * they stay.
 */
const ROLE_MAILBOX =
  /^(?:(?:absences?|abuse|abwesenheit(?:en)?|accounts?|accounting|accessibility|admin|anfragen?|auftr(?:ae|ä)ge|belege?|bewerbung(?:en)?|benefits|beschwerden?|bestellung(?:en)?|billing|booking|buchhaltung|careers?|claims|complaints?|compliance|contact|customerservice|customs|datenschutz|dispatch|dispo|do-?not-?reply|einkauf|emergency|empfang|enquiries|events?|expenses|facilities|facility|feedback|finance|fleet|frontdesk|fuhrpark|hausmeister|hello|help|helpdesk|hr|info|inquiries|invoices?|it|itsupport|jobs|kontakt|krankmeldung(?:en)?|kundendienst|kundenservice|lager|legal|leave|lohn|lost(?:andfound)?|logistics|logistik|mail|maintenance|marketing|no-?reply|notfall|office|onboarding|operations|ops|orders?|parking|payments?|payroll|people|personal|phishing|personalabteilung|planning|postmaster|press|presse|privacy|procurement|purchasing|qa|quality|quittung(?:en)?|receipts?|rechnung(?:en)?|reception|recruiting|recruitment|refunds|reisekosten|reklamation(?:en)?|retouren|returns|safety|sales|security|service|servicedesk|shipping|sick|spam|support|team|technik|tickets?|training|travel|urlaub|verkauf|versand|vertrieb|warehouse|webmaster|werkstatt|zentrale)(?:[._+-][a-z0-9._+-]{0,40})?)$/i;

/**
 * Whether an e-mail address belongs to a person. `git@github.com:team/repo` names a repository, `root@db.internal` a
 * login.
 */
export function isPersonsAddress(candidate: string): boolean {
  const [box = ""] = candidate.split("@");
  return (
    !ROLE_MAILBOX.test(box) &&
    !/^(?:git|hg|svn|root|ubuntu|ec2-user)@/i.test(candidate) &&
    !/@(?:example|localhost|test)\b|@\d+x\.\w+$|\.(?:png|jpe?g|gif|svg|webp|css|js|ts|service|local|internal)$/i.test(
      candidate,
    )
  );
}

/**
 * Whether a flat, a postcode or a town stands beside a road with a number. A road alone is often a public place, such
 * as a depot or a junction.
 */
export function hasTownOrFlat(candidate: string): boolean {
  const behind = candidate.replace(/^\d+[a-z]?,? (?:\d+(?:st|nd|rd|th)\b)?/i, "").replace(/ \d{1,4} ?[a-z]?$/, "");
  return /[,#\d]|\b[A-Z]{2}$|\b(?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor)\b/.test(behind);
}

/** Whether a number of three to ten digits may be an access code. Years and dates are excluded. */
export function isAccessCode(candidate: string): boolean {
  const digits = digitsOf(candidate);
  if (digits.length < 3 || digits.length > 10) return false;
  return !/^(?:19|20)\d{2}(?:-\d{2}){0,2}$/.test(candidate.trim());
}
