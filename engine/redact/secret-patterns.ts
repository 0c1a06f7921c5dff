import {
  computeEntropy,
  hasMixedCharacters,
  hasTownOrFlat,
  isAccessCode,
  isAccountNumber,
  isCardNumber,
  isNoPlaceholder,
  isPasswordLike,
  isPersonsAddress,
  isPhoneNumber,
  isRandomLooking,
} from "./secret-checks.ts";

/**
 * A kind of secret that is removed from chat before any other processing. The formats are those that vendors publish,
 * and the ways in which people write secrets down. A new kind also belongs into `tools/evals/seeded-secrets.ts`, which
 * measures how many secrets are missed.
 */
export interface SecretPattern {
  /** The kind's name in the mark that replaces the secret. */
  what: string;
  /** If the pattern has a group, only the group is the secret. Otherwise the whole match is the secret. */
  regex: RegExp;
  /** `after` is the text after the match. */
  isSecret?: (candidate: string, whole: string, after: string) => boolean;
}

/** All patterns, the most important first. Every repetition has an upper limit, so that no text makes matching slow. */
export const SECRET_PATTERNS: SecretPattern[] = [
  {
    what: "private key",
    regex:
      /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]{0,20000}?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$)|\bAGE-SECRET-KEY-1[A-Z0-9]{40,80}|PuTTY-User-Key-File-\d[\s\S]{0,20000}?(?:Private-MAC: \w+|$)/g,
  },
  {
    what: "webhook address",
    regex:
      /https:\/\/(?:hooks\.slack\.com\/(?:services|workflows|triggers)|discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks|[\w-]{1,63}\.webhook\.office\.com\/webhookb2|chat\.googleapis\.com\/v1\/spaces)\/[\w/@?&=%.-]{8,400}/g,
  },
  // Slack, GitHub, GitLab, Google, Notion, npm, Atlassian, PyPI, Docker, Databricks, Vault, Grafana, Linear, Shopify, Discord, Telegram.
  { what: "token", regex: /\bxox[abceoprs]-[A-Za-z0-9-]{8,255}|\bxapp-\d-[A-Za-z0-9-]{8,255}/g },
  {
    what: "token",
    regex:
      /\bgh[opsur]_[A-Za-z0-9]{30,255}\b|\bgithub_pat_[A-Za-z0-9_]{40,255}\b|\bgl(?:pat|ptt|dt|rt|soat)-[\w-]{20,255}/g,
  },
  { what: "token", regex: /\bya29\.[\w-]{20,500}|\b1\/\/0[\w-]{30,500}|\bGOCSPX-[\w-]{20,60}/g },
  {
    what: "token",
    regex:
      /\b(?:ntn_|secret_)[A-Za-z0-9]{40,255}\b|\bnpm_[A-Za-z0-9]{36}\b|\bATATT3[\w=-]{20,400}|\bATCTT3[\w=-]{20,400}/g,
  },
  {
    what: "token",
    regex:
      /\bpypi-[\w-]{50,400}|\bdckr_(?:pat|oat)_[\w-]{20,100}|\bdapi[a-f0-9]{32}(?:-\d)?\b|\bhv[sbr]\.[\w-]{20,300}|\bgl(?:sa|c)_[\w=]{20,300}|\blin_(?:api|oauth)_[A-Za-z0-9]{30,100}|\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b|\bHRKU-[\w-]{30,100}|\bsntry[su]_[\w=+/-]{20,400}|\bfigd_[\w-]{30,100}|\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b/g,
  },
  { what: "token", regex: /(?<![\w:/.-])\d{8,10}:AA[\w-]{32,34}(?![\w-])/g },
  { what: "token", regex: /\b[MNO][A-Za-z\d_-]{23,27}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/g, isSecret: isRandomLooking },
  { what: "token", regex: /\beyJ[\w-]{8,4000}\.eyJ[\w-]{8,8000}\.[\w-]{0,2000}/g },
  // Amazon, Google, Stripe, OpenAI, Anthropic, SendGrid, Mailgun, DigitalOcean, Hugging Face, Square, Twilio, New Relic, Azure.
  { what: "API key", regex: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g },
  { what: "API key", regex: /\bAIza[\w-]{35}(?![\w-])/g },
  { what: "API key", regex: /\b(?:sk|rk|pk)_(?:live|test)_[A-Za-z0-9]{10,255}|\bwhsec_[A-Za-z0-9+/=]{20,255}/g },
  { what: "API key", regex: /\bsk-(?:ant-|proj-|svcacct-|or-)?[A-Za-z0-9_-]{20,255}/g, isSecret: isRandomLooking },
  {
    what: "API key",
    regex:
      /\bSG\.[\w-]{16,100}\.[\w-]{16,100}|\bkey-[0-9a-f]{32}\b|\bdo[opr]_v1_[0-9a-f]{64}\b|\bhf_[A-Za-z0-9]{30,60}\b|\bsq0(?:atp|csp|idp)-[\w-]{22,60}|\bEAAA[\w-]{60}\b|\bSK[0-9a-f]{32}\b|\bNRAK-[A-Z0-9]{27}\b|\bgsk_[A-Za-z0-9]{40,60}\b|\bxai-[A-Za-z0-9]{60,100}\b|\bpplx-[A-Za-z0-9]{40,60}\b/g,
  },
  {
    what: "API key",
    regex: /\b(?:AccountKey|SharedAccessKey|sig)=([A-Za-z0-9+/%_-]{20,200}={0,2})/g,
    isSecret: isRandomLooking,
  },
  {
    what: "password",
    regex: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@]{0,64}:([^\s/@]{1,128})@(?=[\w[])/gi,
    isSecret: isNoPlaceholder,
  },
  // Matches the keys in `https://KEY@host/…`, which error trackers and repositories use.
  {
    what: "token",
    regex: /\bhttps?:\/\/([A-Za-z0-9_-]{20,128})@(?=\w)/gi,
    isSecret: isRandomLooking,
  },
  {
    what: "token",
    regex:
      /\b(?:bearer|basic|authorization["']?\s?[:=]\s{0,3}["']?token)\s{1,3}["']?([A-Za-z0-9._~+/-]{16,4000}={0,2})/gi,
    isSecret: isRandomLooking,
  },
  {
    what: "API key",
    regex:
      /(?:api[_ -]?key|access[_ -]?key(?:[_ -]?id)?|secret[_ -]?(?:access[_ -]?)?key|account[_ -]?key|encryption[_ -]?key|license[_ -]?key|client[_ -]?secret|(?:access|auth|refresh|bot|api|session|deploy|personal)[_ -]?token|_authToken|\btoken|\bsecret|\bkey|SESS(?:ION)?_?ID|\bsid)["'`*]{0,3}(?:\s{1,2}(?:for|of|to|on|from)\s[\w. -]{1,30}?)?\s{0,2}(?:[:=]{1,2}|\bis\b:?|=>|→)\s{0,2}(?:now\s|still\s)?["'`*]{0,3}([A-Za-z0-9_+/.~-]{16,512}={0,2})/gi,
    isSecret: isRandomLooking,
  },
  // Matches "my key 9fK2mQ…". Without a sign such as '=' before the key, only long keys of mixed characters count.
  {
    what: "API key",
    regex: /\b(?:key|token|secret)["'`:]{0,2}\s{1,2}["'`]?([A-Za-z0-9_+/-]{20,512}={0,2})/gi,
    isSecret: (candidate) => isRandomLooking(candidate) && hasMixedCharacters(candidate),
  },
  // Matches Amazon's secret access keys by their length, because they have no prefix.
  {
    what: "API key",
    regex: /(?<![A-Za-z0-9/+=_.-])[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=_.-])/g,
    isSecret: (candidate) =>
      hasMixedCharacters(candidate) && computeEntropy(candidate) >= 4.4 && !/[a-z]{7}/.test(candidate),
  },
  {
    what: "password",
    regex:
      /\b[A-Z][A-Z0-9_]{0,40}(?:PASS|PASSWORD|PASSWD|PASSPHRASE|PWD|SECRET|TOKEN|API_?KEY|SECRET_KEY|CREDENTIALS?)\s?[=:]\s?["']?([^\s"'`,;]{6,256})/g,
    isSecret: (candidate) =>
      isNoPlaceholder(candidate) && /\d|[^\w.-]/.test(candidate) && !/[()[\]]|^\/|^\.\//.test(candidate),
  },
  {
    what: "password",
    regex:
      /(?<![a-z])(?:pass(?:word|wd|phrase|code)?|pwd|pw|passwort|kennwort|contrase(?:ñ|n)a|mot de passe|senha|wachtwoord|has(?:ł|l)o)["'`*]{0,3}(?:\s{1,2}(?:for|of|to|on|für|para|pour)\s[\w. -]{1,40}?)?\s{0,2}(?:[:=]{1,2}|\b(?:is|ist|es|est|é)\b:?|→)\s{0,2}(?:now\s|still\s|just\s)?["'`*]{0,3}([^\s"'`*,;<>]{4,64})/gi,
    isSecret: isPasswordLike,
  },
  // Matches "log in as cleaner, password Xk29!fjq". Without a sign such as '=' before the password, it has to look
  // random.
  {
    what: "password",
    regex: /(?<![a-z])(?:password|passwort|kennwort|passphrase|pwd)\s{1,2}["'`*]{0,3}([^\s"'`*,;<>]{6,64})/gi,
    isSecret: (candidate) =>
      isNoPlaceholder(candidate) &&
      /\p{L}/u.test(candidate) &&
      /\d/.test(candidate) &&
      /[!#$%&+=?@^~]|[a-z][A-Z]/.test(candidate),
  },
  {
    what: "password",
    regex:
      /(?<![\p{L}\d])(?:wlan|wi-?fi|netzwerk|network)[ -]?(?:schl(?:ü|ue)ssel|key|code|pass|pw)(?:\s{1,2}(?:is|ist|now|jetzt)){0,2}\s{0,2}[:=]{0,2}\s{0,2}["'`*]{0,3}([^\s"'`*,;<>]{8,64})/giu,
    isSecret: (candidate, whole, after) => /\d/.test(candidate) && isPasswordLike(candidate, whole, after),
  },
  {
    what: "password",
    regex: /<(?:password|passwd|pwd|secret)>([^<\s]{4,128})</gi,
    isSecret: isNoPlaceholder,
  },
  {
    what: "password",
    regex:
      /(?<!\w)(?:--(?:password|passwd|pass|pw)[ =]|sshpass\s{1,2}-p\s?|\bmysql(?:dump|admin)?\b[^\n|]{0,80}?\s-p)["']?([^\s"'`<>[\]|]{4,64})/g,
    isSecret: (candidate) =>
      isNoPlaceholder(candidate) && !candidate.startsWith("-") && /\d|[^\w.-]|[a-z][A-Z]/.test(candidate),
  },
  {
    what: "password",
    regex: /\bcurl\b[^\n|]{0,200}?\s(?:-u|--user)[ =]?["']?[\w.@+-]{1,64}:([^\s"'`]{4,64})/g,
    isSecret: isNoPlaceholder,
  },
  // Matches "use Xk29fjq0 as the password" and "creds are admin / Xk29fjq0".
  {
    what: "password",
    regex:
      /(?<![\w-])["'`*]{0,2}([^\s"'`*,;:<>()]{6,64})["'`*]{0,2}\s(?:as|is|was)\s(?:the|your|my|our|a|their)?\s?(?:new |root |admin |temporary |temp |default |wifi |wi-fi |db |sudo |old ){0,2}(?:password|passphrase|pass|pw|pwd)\b/gi,
    isSecret: (candidate) =>
      /\d/.test(candidate) &&
      /[A-Za-z]/.test(candidate) &&
      !/[/\\]|^@|@\w+\.|^v?\d+(?:\.\d+)+$|^utf-?8$|^md5$|^sha\d+$|^base64$|^bcrypt|^pbkdf2$/i.test(candidate),
  },
  {
    what: "password",
    regex:
      /(?<![\w./-])(?:creds?|credentials|log[ -]?in|sign in)\b(?!\.)(?:\s(?:are|is|with|as|details|data|info|for|to|the|[\w.-]{1,20})){0,5}\s?[:=]?\s{0,2}["'`]?[\w.@+-]{2,64}["'`]?\s?[/:]\s?["'`]?([^\s"'`,;<>/]{6,64})/gi,
    isSecret: (candidate) =>
      /\d/.test(candidate) && /[A-Za-z]/.test(candidate) && !/^\/|^\d+$|\.\w{2,4}$/.test(candidate),
  },
  // Matches codes of doors, alarms and safes, and PINs: digits beside an English or German word for a code.
  {
    what: "access code",
    regex:
      /(?<![\p{L}\d])(?:(?:door|gate|alarm|entry|access|lock|safe|vault|key ?box|lockbox|garage|barrier|building|keypad|disarm|unlock|voicemail|phone|tablet|card|sim)[ -]?(?:code|pin|combination|combo|number)s?|(?:t(?:ü|ue)r|tor|haust(?:ü|ue)r|eingangs?|alarm|tresor|safe|schloss|zugangs?|schranken?|schl(?:ü|ue)sselbox|schl(?:ü|ue)sselkasten|garagen|geb(?:ä|ae)ude|entsperr|karten|sim|handy)[ -]?(?:code|pin|zahl|kombination|nummer)|\bpins?(?:[ -]?(?:code|number|nummer))?|zahlenkombination|geheimzahl|combination)(?![\p{L}])[^\n\d]{0,60}?[ :="'(#]{1,4}(\d[\d #*-]{2,14}(?:\d|[#*])(?: ?(?:raute|stern|sternchen|hash|pound|star))?)(?![\d\p{L}]|[.:]\d|\s?(?:uhr|euro|€|%))/giu,
    isSecret: isAccessCode,
  },
  // Matches "the code for the back door is 7731" and "Code an der Hintertür: 2906", but not error codes.
  {
    what: "access code",
    regex:
      /(?<![\p{L}\d]|error |exit |status |fault )(?:codes?|combination|kombination)(?![\p{L}])[^\n\d]{1,40}?(?:doors?|gates?|alarm|safe|vault|lock|lockbox|key ?box|garage|barrier|entrance|\p{L}{0,20}(?:t(?:ü|ue)r|eingang|tresor|alarmanlage|schloss|schranke|schl(?:ü|ue)sselkasten|schl(?:ü|ue)sselbox)|(?:hof|werks?)?tor)(?![\p{L}])[^\n\d]{0,25}?[ :="'(#]{1,4}(\d[\d #*-]{2,14}[\d#*])(?![\d\p{L}]|[.:]\d|\s?(?:uhr|euro|€|%))/giu,
    isSecret: isAccessCode,
  },
  {
    what: "access code",
    regex:
      /(?<![\p{L}])(?:schl(?:ü|ue)ssel(?:kasten|box|safe)|tresor|lockbox|key ?box)[ :="'(#]{1,4}(\d{4,8}[#*]?)(?![\d\p{L}]|[.:,]\d|\s?(?:uhr|euro|€|%))/giu,
    isSecret: isAccessCode,
  },
  {
    what: "access code",
    regex:
      /(?<![\p{L}\d.:])(\d{4,8} ?(?:und |and |then |dann )?(?:[#*]|raute\b|stern\b|sternchen\b|hash\b|pound\b|star\b))(?!\w)/giu,
    isSecret: isAccessCode,
  },
  {
    what: "e-mail address",
    // Excludes logins on computers: text after ssh and similar commands, and before the shell prompt `:~$`.
    regex:
      /(?<!\b(?:ssh|scp|sftp|mosh|rsync|ssh-copy-id)\s(?:\S{1,40}\s){0,4})(?<![\w.+%/@-])[\w.+%-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.){1,8}[A-Za-z]{2,24}\b(?![:/][\w~/]|[-(])/g,
    isSecret: isPersonsAddress,
  },
  {
    what: "e-mail address",
    regex:
      /(?<![\w.+-])[\w.+-]{2,64}\s?[[({](?:at|@)[\])}]\s?[\w-]{2,63}(?:\s?(?:[[({](?:dot|\.)[\])}]|\.)\s?[A-Za-z]{2,24}){1,3}\b/gi,
  },
  {
    what: "account number",
    regex: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g,
    isSecret: isAccountNumber,
  },
  {
    what: "card number",
    regex:
      /(?<![\w./=#-])[2-6]\d{3}(?:[ -]?\d{4}){2}[ -]?\d{1,7}(?![\w-]|\.\d)|(?<![\w./=#-])3[47]\d{2}[ -]?\d{6}[ -]?\d{5}(?![\w-])|(?<![\w./=#-])3[068]\d{2}[ -]?\d{6}[ -]?\d{4}(?![\w-])/g,
    isSecret: isCardNumber,
  },
  {
    what: "social security number",
    regex: /\b(?:ssn|social security(?: number)?)\b[^\n\d]{0,20}(\d{3}[- ]\d{2}[- ]\d{4}|\d{9})\b/gi,
  },
  // Matches phone numbers with a country code, American numbers, and British and German mobile numbers.
  {
    what: "phone number",
    regex:
      /(?<![\w.+/:#=-])(?:\+\d{1,3}[ .-]?(?:\(0?\d{1,4}\)[ .-]?)?\d{1,4}(?:[ .-]?\d{2,4}){2,4}|(?:\+?1[ .-])?\(\d{3}\) ?\d{3}[ .-]\d{4}|(?:1-)?\d{3}-\d{3}-\d{4}|\d{3}\.\d{3}\.\d{4}|07\d{3}[ -]?\d{3}[ -]?\d{3}|01[5-7]\d[ /-]?\d{3,4} ?\d{4})(?![\w-]|\.\d)/g,
    isSecret: isPhoneNumber,
  },
  // Matches national phone numbers only after a word such as 'call', because they look like other numbers.
  {
    what: "phone number",
    regex:
      /(?<![\w/.-])(?:tel|tel\.|telefon|phone|mobile|cell|call|text|whatsapp|signal|reach|dial|fax|handy|ring|sms)\b(?:\s(?:me|us|him|her|them|number|nr|no|is|on|at|at:|under|the|my|our|office|support|hotline|work)){0,5}[.:]{0,2}\s{0,2}((?:0|\(0|[2-9])[\d ()./-]{6,18}\d)(?![\w-]|[.:]\d)/gi,
    isSecret: (candidate) => isPhoneNumber(candidate) && !/^\d{1,3}(?:\.\d{1,3}){3}$/.test(candidate.trim()),
  },
  {
    what: "postal address",
    regex:
      /(?<![\w.$#/-])\d{1,5}[a-zA-Z]?,? (?:[NSEW]\.? |North |South |East |West )?(?:(?:[A-Z][\w'’.-]{1,20}|\d{1,3}(?:st|nd|rd|th)) ){1,3}(?:Street|St|Avenue|Ave|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Way|Place|Pl|Terrace|Square|Sq|Parkway|Pkwy|Circle|Highway|Hwy|Crescent|Close|Gardens|Mews|Row|Hill)\b\.?(?:,? (?:Apt|Apartment|Suite|Ste|Unit|Flat|Floor|Fl|#)\.? ?#?\w{1,5})?(?: [NSEW]{1,2}\b)?(?:,?(?: [A-Z][A-Za-z.'’-]{1,20}){1,3},? (?:[A-Z]{2} \d{5}(?:-\d{4})?\b|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b|[A-Z]{2}\b|\d{5}(?:-\d{4})?\b)|,(?: [A-Z][a-z'’-]{1,20}){1,2}(?![\w])|,? \d{5}(?:-\d{4})?\b|,? [A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}\b)?/g,
    isSecret: hasTownOrFlat,
  },
  // Matches a road without a town, also in lower case, only if the text says that it is an address.
  {
    what: "postal address",
    regex:
      /\b(?:address(?: is)?|home(?: is)?(?: at)?|liv(?:es?|ing) (?:at|on)|ship (?:it )?to|send (?:it |them |the \w+ )?to|deliver(?:ed)? (?:it )?to|office is (?:at|on)|mail it to|moved to)[:\s]{1,3}(\d{1,5}[a-z]? (?:[\w'.-]{2,20} ){1,3}(?:street|st|avenue|ave|road|rd|boulevard|blvd|lane|ln|drive|dr|court|ct|way|place|square)\b\.?(?:,? [a-z. ]{2,30}?)?(?:,? (?:[a-z]{2} )?\d{5}(?:-\d{4})?\b|,? [a-z]{1,2}\d[a-z\d]? ?\d[a-z]{2}\b)?)/gi,
  },
  // Matches a street and number with a postcode and town, as most of Europe writes addresses.
  {
    what: "postal address",
    regex:
      /(?<![\p{L}\d])(?=\p{Lu})(?:\p{Lu}[\p{L}.'’-]{1,30}[ -]){0,3}(?:\p{Lu}?\p{L}{1,30})?(?:[Ss]tra(?:ß|ss)e|[Ss]tr\.|gasse|[Aa]llee|gade|gatan|straat|laan) \d{1,4} ?[a-z]?\b(?:,? (?:[A-Z]{1,2}-)?\d{4,5} ?(?:[A-Z]{2} )?\p{Lu}\p{L}{2,30}(?: (?:am|an der|im|bei) \p{Lu}\p{L}{2,20})?)?/gu,
    isSecret: hasTownOrFlat,
  },
  {
    what: "postal address",
    regex:
      /(?<!\p{L})(?:adresse|anschrift|wohn\p{L}{0,4}|privat|zu ?hause|liefer\p{L}{0,6}|schick\p{L}{0,4}|send\p{L}{0,4})(?: (?:ist|jetzt|es|sie|bitte|nach|an|in|zu|der|die|das|mir|ihr|ihm|ihnen|noch)){0,4}[:\s]{1,3}((?:\p{L}[\p{L}.'’-]{1,30}[ -]){0,3}\p{L}{0,30}(?:stra(?:ß|ss)e|str\.|gasse|allee|weg|platz) \d{1,4} ?[a-z]?\b)/giu,
  },
  {
    what: "postal address",
    regex:
      /(?<![\p{L}\d])(?:\p{Lu}[\p{L}.'’-]{1,30} )(?:(?:den|der|dem|am|im|de|del|di|della|la|van) |\p{Lu}[\p{L}.'’-]{1,30} ){0,4}\d{1,4} ?[a-z]?, (?:[A-Z]{1,2}-)?\d{4,5} ?(?:[A-Z]{2} )?\p{Lu}\p{L}{2,30}/gu,
    // Excludes "Programm 4, 1530 Grad", which is the setting of a machine.
    isSecret: (candidate) =>
      !/\d (?:Grad|Euro|Gramm|Kilo|Liter|Meter|Milliliter|Minuten|Seiten|Sekunden|Stunden|Stück|Teile|Umdrehungen|Volt|Watt)$/.test(
        candidate,
      ),
  },
  {
    what: "postal address",
    regex:
      /(?<![\p{L}\d])\d{1,4}(?: ?(?:bis|ter))?,? (?:rue|avenue|boulevard|place|chemin|allée|impasse|quai|cours) [\p{L}'’. -]{3,40}?,? \d{5} \p{Lu}\p{L}{2,30}/giu,
  },
  {
    what: "postal address",
    regex: /\bP\.?\s?O\.?\s?Box \d{1,6}\b(?:,? [A-Z][A-Za-z ]{1,30},? [A-Z]{2} \d{5}(?:-\d{4})?)?/g,
  },
];
