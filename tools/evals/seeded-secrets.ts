import { createSeededRandom } from "../../scripts/seeded-random.ts";

/** A sentence as people type it, with a secret that must not appear in an article. */
export interface SeededSecret {
  kind: string;
  text: string;
  /** The text that must be removed. */
  secret: string;
}

const DIGITS = "0123456789";
const HEX = `${DIGITS}abcdef`;
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const LOWER = UPPER.toLowerCase();
const ALNUM = UPPER + LOWER + DIGITS;
const BASE64 = `${ALNUM}+/`;
const URL64 = `${ALNUM}-_`;

const NAMES = ["dana.fox", "m.okafor", "lena_k", "JoaoPereira", "sara+alerts", "t.nguyen88", "peter-mueller"];
const DOMAINS = [
  "larkmoor.com",
  "mail.brightharbor.co.uk",
  "posteo.de",
  "gmail.com",
  "corp.tallpine.io",
  "orbitmail.fr",
];
const STREETS = ["Baker", "Maple Ridge", "North Lincoln", "Elm", "Harbor View", "St. Mary's", "Old Mill"];
const STREET_ENDS = ["Street", "St", "Avenue", "Ave", "Road", "Rd.", "Blvd", "Lane", "Drive", "Court", "Way"];
const TOWNS = ["Springfield, IL", "Portland, OR", "Austin, TX", "Ann Arbor, MI", "Boise, ID"];
const GERMAN_STREETS = [
  "Hauptstraße",
  "Lindenstr.",
  "Kastanienallee",
  "Berliner Straße",
  "Goethestrasse",
  "Kirchgasse",
];
const GERMAN_TOWNS = ["10435 Berlin", "80331 München", "50667 Köln", "D-20095 Hamburg"];
const WORDS = ["river", "Falcon", "summer", "Monkey", "office", "Winter", "delta", "Coffee"];

/** Sentences around a secret, like those of people who paste a secret. */
const AROUND = [
  (secret: string) => secret,
  (secret: string) => `here you go: ${secret}`,
  (secret: string) => `I used ${secret} and it still says 401`,
  (secret: string) => `try with \`${secret}\` and tell me if that works`,
  (secret: string) => `yesterday we rotated it, the new one is ${secret}, please update your config`,
  (secret: string) => `export VALUE="${secret}"`,
  (secret: string) => `(${secret})`,
  (secret: string) => `curl -H "X-Auth: ${secret}" https://api.larkmoor.dev/v2/items`,
];

interface RandomSource {
  of: (alphabet: string, length: number) => string;
  one: <T>(from: readonly T[]) => T;
  upTo: (most: number) => number;
}

/** Secrets with a recognizable form. They can be in any sentence. */
const BY_FORM: Record<string, (draw: RandomSource) => string> = {
  "Slack bot token": ({ of }) => `${"xo"}xb-${of(DIGITS, 12)}-${of(DIGITS, 13)}-${of(ALNUM, 24)}`,
  "Slack user token": ({ of }) => `${"xo"}xp-${of(DIGITS, 11)}-${of(DIGITS, 11)}-${of(DIGITS, 12)}-${of(HEX, 32)}`,
  "Slack app token": ({ of }) => `${"xa"}pp-1-A${of(UPPER + DIGITS, 10)}-${of(DIGITS, 13)}-${of(HEX, 64)}`,
  "Slack webhook": ({ of }) =>
    `https://hooks.slack.com/services/T${of(UPPER + DIGITS, 8)}/B${of(UPPER + DIGITS, 8)}/${of(ALNUM, 24)}`,
  "Discord webhook": ({ of }) => `https://discord.com/api/webhooks/${of(DIGITS, 18)}/${of(URL64, 68)}`,
  "Teams webhook": ({ of }) =>
    `https://larkmoor.webhook.office.com/webhookb2/${uuid(of)}@${uuid(of)}/IncomingWebhook/${of(HEX, 32)}/${uuid(of)}`,
  "Google Chat webhook": ({ of }) =>
    `https://chat.googleapis.com/v1/spaces/AAAA${of(ALNUM, 7)}/messages?key=${of(ALNUM, 39)}&token=${of(URL64, 43)}`,
  "Discord bot token": ({ of }) => `M${of(ALNUM, 23)}.${of(ALNUM, 6)}.${of(URL64, 37)}a`,
  "Telegram bot token": ({ of }) => `${"4"}${of(DIGITS, 9)}:AA${of(ALNUM, 33)}`,
  "AWS access key": ({ of }) => `${"AK"}IA${of(UPPER + "234567", 16)}`,
  "AWS temporary key": ({ of }) => `${"AS"}IA${of(UPPER + "234567", 16)}`,
  "GitHub token": ({ of, one }) => `gh${one(["p", "o", "s", "u", "r"])}_${of(ALNUM, 36)}`,
  "GitHub fine-grained token": ({ of }) => `github${"_pat_"}${of(ALNUM, 22)}_${of(ALNUM, 59)}`,
  "GitLab token": ({ of }) => `gl${"pat"}-${of(URL64, 20)}`,
  "Google API key": ({ of }) => `${"AI"}za${of(URL64, 34)}k`,
  "Google access token": ({ of }) => `ya29.${of(URL64, 60)}`,
  "Google client secret": ({ of }) => `GOC${"SPX-"}${of(URL64, 28)}`,
  "Stripe key": ({ of, one }) => `${one(["sk", "rk"])}_${one(["live", "test"])}_${of(ALNUM, 24)}`,
  "Stripe webhook secret": ({ of }) => `${"wh"}sec_${of(ALNUM, 32)}`,
  "OpenAI key": ({ of }) => `sk-${"proj"}-${of(URL64, 40)}9aB`,
  "Anthropic key": ({ of }) => `sk-${"ant"}-api03-${of(URL64, 90)}7Q`,
  "npm token": ({ of }) => `${"np"}m_${of(ALNUM, 36)}`,
  "PyPI token": ({ of }) => `${"py"}pi-AgEIcHlwaS5vcmc${of(URL64, 70)}`,
  "Docker token": ({ of }) => `dckr_${"pat"}_${of(URL64, 27)}`,
  "Notion token": ({ of }) => `${"nt"}n_${of(ALNUM, 46)}`,
  "Atlassian token": ({ of }) => `${"ATA"}TT3xFfGF0${of(URL64, 60)}=${of(HEX, 8).toUpperCase()}`,
  "SendGrid key": ({ of }) => `S${"G."}${of(URL64, 22)}.${of(URL64, 43)}`,
  "Mailgun key": ({ of }) => `ke${"y-"}${of(HEX, 32)}`,
  "Twilio key": ({ of }) => `S${"K"}${of(HEX, 32)}`,
  "DigitalOcean token": ({ of }) => `${"dop"}_v1_${of(HEX, 64)}`,
  "Hugging Face token": ({ of }) => `${"h"}f_${of(UPPER + LOWER, 34)}`,
  "Databricks token": ({ of }) => `${"da"}pi${of(HEX, 32)}`,
  "Vault token": ({ of }) => `hv${"s."}${of(URL64, 24)}`,
  "Grafana token": ({ of }) => `gl${"sa"}_${of(ALNUM, 32)}_${of(HEX, 8)}`,
  "Linear key": ({ of }) => `lin_${"api"}_${of(ALNUM, 40)}`,
  "Shopify token": ({ of }) => `shp${"at"}_${of(HEX, 32)}`,
  "Square token": ({ of }) => `sq0${"atp"}-${of(URL64, 22)}`,
  "JSON web token": ({ of }) => `ey${"J"}${of(URL64, 33)}.ey${"J"}${of(URL64, 80)}.${of(URL64, 43)}`,
  "e-mail address": ({ one }) => `${one(NAMES)}@${one(DOMAINS)}`,
  "e-mail address, spelled out": ({ one }) => `${one(NAMES)} [at] ${one(DOMAINS).replaceAll(".", " [dot] ")}`,
  "card number": (draw) => cardNumber(draw),
  "phone number, international": ({ of, one }) =>
    one([
      `+49 30 ${of(DIGITS, 8)}`,
      `+1 415-${of(DIGITS, 3)}-${of(DIGITS, 4)}`,
      `+44 7700 ${of(DIGITS, 6)}`,
      `+33 6 12 ${of(DIGITS, 2)} ${of(DIGITS, 2)} ${of(DIGITS, 2)}`,
      `+4917${of(DIGITS, 9)}`,
    ]),
  "phone number, United States": ({ of, one, upTo }) => {
    const [area, office, line] = [`${2 + upTo(7)}${of(DIGITS, 2)}`, `${2 + upTo(7)}${of(DIGITS, 2)}`, of(DIGITS, 4)];
    return one([`(${area}) ${office}-${line}`, `${area}-${office}-${line}`, `${area}.${office}.${line}`]);
  },
  "account number": (draw) => accountNumber(draw),
  "postal address, United States": ({ of, one, upTo }) =>
    `${1 + upTo(9_000)} ${one(STREETS)} ${one(STREET_ENDS)}, ${one(TOWNS)} ${9 - upTo(8)}${of(DIGITS, 4)}`,
  "postal address, United Kingdom": ({ of, one, upTo }) =>
    `${1 + upTo(300)} ${one(STREETS)} ${one(["Street", "Road", "Lane", "Close", "Gardens"])}, London ${one(["NW1", "SE10", "E2", "EC1A"])} ${of(DIGITS, 1)}${of("ABDEFGHJLNPQRSTUWXYZ", 2)}`,
  "postal address, Germany": ({ one, upTo }) => `${one(GERMAN_STREETS)} ${1 + upTo(200)}, ${one(GERMAN_TOWNS)}`,
  "postal address, France": ({ one, upTo }) =>
    `${1 + upTo(99)} rue ${one(["de la Paix", "Victor Hugo", "des Lilas"])}, 7500${upTo(9)} Paris`,
};

/** Secrets without a recognizable form. The words around them show that they are secrets. */
const BY_CONTEXT: Record<string, (draw: RandomSource) => [text: string, secret: string]> = {
  "AWS secret key": (draw) =>
    told(`9${draw.of(BASE64, 38)}k`, draw, [
      (s) => `aws_secret_access_key = ${s}`,
      (s) => `secret access key: ${s}`,
      (s) => `AWS_SECRET_ACCESS_KEY=${s}`,
    ]),
  "Azure account key": (draw) =>
    told(`${draw.of(BASE64, 86)}==`, draw, [
      (s) => `DefaultEndpointsProtocol=https;AccountName=larkmoor;AccountKey=${s};EndpointSuffix=core.windows.net`,
    ]),
  "bearer header": (draw) =>
    told(`${draw.of(ALNUM, 40)}1x`, draw, [
      (s) => `curl -H "Authorization: Bearer ${s}" https://api.larkmoor.dev`,
      (s) => `I send bearer ${s} and get 403`,
    ]),
  "basic header": (draw) => told(`${draw.of(ALNUM, 30)}4Q==`, draw, [(s) => `Authorization: Basic ${s}`]),
  "generic API key": (draw) =>
    told(`${draw.of(ALNUM, 24)}7`, draw, [
      (s) => `my api key is ${s}`,
      (s) => `api_key=${s}`,
      (s) => `"apiKey": "${s}",`,
      (s) => `the API key: \`${s}\``,
      (s) => `const API_KEY = '${s}';`,
      (s) => `?api_key=${s}&page=2`,
    ]),
  "generic token": (draw) =>
    told(`${draw.of(HEX, 39)}4b`, draw, [
      (s) => `access_token: ${s}`,
      (s) => `//registry.larkmoor.dev/:_authToken=${s}`,
      (s) => `the token is ${s}`,
      (s) => `auth token = "${s}"`,
    ]),
  "client secret": (draw) =>
    told(`${draw.of(URL64, 30)}3Z`, draw, [(s) => `client_secret=${s}`, (s) => `client secret: ${s}`]),
  "password, told": (draw) =>
    told(password(draw), draw, [
      (s) => `the password is ${s}`,
      (s) => `password for staging is ${s}`,
      (s) => `pw is ${s} btw`,
      (s) => `use ${s} as the password`,
      (s) => `das Passwort ist ${s}`,
    ]),
  "password, in a setting": (draw) =>
    told(password(draw), draw, [
      (s) => `password: ${s}`,
      (s) => `pass=${s}`,
      (s) => `DB_PASSWORD=${s}`,
      (s) => `"password": "${s}"`,
      (s) => `PGPASSWORD=${s} psql -h db.larkmoor.dev`,
      (s) => `pwd = ${s}`,
      (s) => `<password>${s}</password>`,
    ]),
  "password, in a command": (draw) =>
    told(password(draw), draw, [
      (s) => `mysql -u root -p${s} shop`,
      (s) => `vault login --password ${s}`,
      (s) => `curl -u deploy:${s} https://ci.larkmoor.dev`,
      (s) => `sshpass -p ${s} ssh ops@10.0.0.8`,
    ]),
  "password, with a login": (draw) =>
    told(password(draw), draw, [(s) => `login: admin / ${s}`, (s) => `credentials are demo:${s}`]),
  "password, in an address": (draw) =>
    told(`${draw.of(ALNUM, 12)}`, draw, [
      (s) => `postgres://app:${s}@db.larkmoor.dev:5432/shop`,
      (s) => `DATABASE_URL=mysql://root:${s}@localhost/x`,
      (s) => `git clone https://ci:${s}@git.larkmoor.dev/team/app.git`,
      (s) => `redis://:${s}@cache:6379`,
    ]),
  "private key": (draw) => {
    const kind = draw.one(["RSA ", "OPENSSH ", "EC ", ""]);
    const body = Array.from({ length: 4 }, () => draw.of(BASE64, 64)).join("\n");
    return [
      `is this one right?\n-----BEGIN ${kind}PRIV${"ATE"} KEY-----\n${body}\n-----END ${kind}PRIV${"ATE"} KEY-----\nit fails`,
      body,
    ];
  },
  "private key, PGP": (draw) => {
    const body = Array.from({ length: 3 }, () => draw.of(BASE64, 64)).join("\n");
    return [`-----BEGIN PGP PRIV${"ATE"} KEY BLOCK-----\n\n${body}\n-----END PGP PRIV${"ATE"} KEY BLOCK-----`, body];
  },
  "phone number, national": (draw) =>
    told(`0${draw.one(["30", "171", "89", "7700"])} ${draw.of(DIGITS, 7)}`, draw, [
      (s) => `call me at ${s}`,
      (s) => `my mobile is ${s}`,
      (s) => `Tel.: ${s}`,
    ]),
  "phone number, digits only": (draw) =>
    told(`${2 + draw.upTo(7)}${draw.of(DIGITS, 9)}`, draw, [
      (s) => `text me at ${s}`,
      (s) => `phone: ${s}`,
      (s) => `my cell is ${s}`,
    ]),
  "postal address, in lower case": (draw) =>
    told(
      `${1 + draw.upTo(900)} ${draw.one(STREETS).toLowerCase()} ${draw.one(["street", "road", "avenue", "st"])}`,
      draw,
      [(s) => `my address is ${s}, springfield`, (s) => `please ship it to ${s}`],
    ),
  "postal box": (draw) =>
    told(`P.O. Box ${1 + draw.upTo(90_000)}`, draw, [(s) => `send the contract to ${s}, Boise, ID 83701`]),
  "social security number": (draw) =>
    told(`${draw.of("12345678", 3)}-${draw.of("123456789", 2)}-${draw.of(DIGITS, 4)}`, draw, [
      (s) => `my ssn is ${s}`,
      (s) => `SSN: ${s}`,
    ]),
};

/** Creates `each` sentences for every kind of secret. The same seed gives the same sentences. */
export function createSeededSecrets(each: number, seed: number): SeededSecret[] {
  const random = createSeededRandom(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  const draw: RandomSource = {
    upTo,
    of: (alphabet, length) => Array.from({ length }, () => alphabet[upTo(alphabet.length)] ?? "").join(""),
    one: <T>(from: readonly T[]): T => {
      const chosen = from[upTo(from.length)];
      if (chosen === undefined) throw new Error("Nothing to draw from.");
      return chosen;
    },
  };
  const times = Array.from({ length: each });
  return [
    ...Object.entries(BY_FORM).flatMap(([kind, make]) =>
      times.map(() => {
        const secret = make(draw);
        return { kind, text: draw.one(AROUND)(secret), secret };
      }),
    ),
    ...Object.entries(BY_CONTEXT).flatMap(([kind, make]) =>
      times.map(() => {
        const [text, secret] = make(draw);
        return { kind, text, secret };
      }),
    ),
  ];
}

function told(secret: string, { one }: RandomSource, sentences: ((secret: string) => string)[]): [string, string] {
  return [one(sentences)(secret), secret];
}

function password({ of, one, upTo }: RandomSource): string {
  return one([
    () => `${one(WORDS)}${upTo(9_000) + 100}${one(["!", "#", "$", ""])}`,
    () => `${of(ALNUM, 11)}${upTo(9)}a`,
    () => `${one(WORDS)}-${one(WORDS)}-${upTo(99) + 10}`,
    () => `${one(["P", "S", "Q"])}@ssw0rd${upTo(9_000)}`,
  ])();
}

function uuid(of: RandomSource["of"]): string {
  return [8, 4, 4, 4, 12].map((length) => of(HEX, length)).join("-");
}

function cardNumber({ of, one }: RandomSource): string {
  const [start, length, cuts] = one<[string, number, number[]]>([
    [one(["4", "51", "55", "2221", "6011"]), 16, [4, 4, 4, 4]],
    [one(["34", "37"]), 15, [4, 6, 5]],
  ]);
  const body = start + of(DIGITS, length - 1 - start.length);
  let sum = 0;
  for (const [index, digit] of [...body].reverse().entries()) {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  const digits = `${body}${(10 - (sum % 10)) % 10}`;
  const gap = one(["", " ", "-"]);
  let at = 0;
  return cuts.map((size) => digits.slice(at, (at += size))).join(gap);
}

function accountNumber({ of, one }: RandomSource): string {
  const bank = of(DIGITS, 18);
  let rest = 0;
  for (const digit of `${bank}131400`) rest = (rest * 10 + Number(digit)) % 97;
  const whole = `DE${String(98 - rest).padStart(2, "0")}${bank}`;
  return one([whole, whole.replace(/(.{4})(?=.)/g, "$1 ")]);
}
