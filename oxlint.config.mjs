import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The server's modules from top to bottom. Each is a folder whose index.ts, and that of a subject's folder in it, is all that others
 * import; it may import the index.ts of those below it. What it has to tell those above it, it announces as an event
 * (server/domain-event.ts).
 */
export const MODULES = [
  "public-api",
  "status",
  "article-actions",
  "wiki-health",
  "ask",
  "workspace",
  "analysis",
  "notifications",
  "inbox",
  "publishing",
  "library",
  "ingest",
  "wiki",
  "integrations",
  "settings",
  "billing",
  "activity",
  "audit",
];

/** Layers that every module may use; no layer imports a module. */
const LAYERS = [
  "db",
  "grants",
  "http",
  "identity",
  "llm",
  "mail",
  "operations",
  "outbox",
  "pace",
  "queue",
  "secrets",
  "stripe",
  "telemetry",
];

const SQL_MESSAGE =
  "SQL belongs in the module's queries.ts or …-queries.ts, in functions named after what they answer.";
const SQL = [
  { group: ["drizzle-orm", "drizzle-orm/*"], message: SQL_MESSAGE },
  // A pool may be handed on; only query files and `db` ask it (`lorekeep/no-sql`), and only `db` opens a connection.
  { group: ["pg"], allowTypeImports: true, message: SQL_MESSAGE },
  // The types of rows may be imported anywhere.
  { group: ["**/db/schema.ts", "**/db/schema/**"], allowTypeImports: true, message: SQL_MESSAGE },
];

const folders = (path) =>
  readdirSync(fileURLToPath(new URL(path, import.meta.url)), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
const CONNECTORS = folders("connectors").filter((name) => name !== "testing");

const TOOLBOX = {
  group: ["bench", "demo", "e2e", "evals", "scripts", "stand-ins", "testing"].map((name) => `**/${name}/**`),
  message: "The product imports nothing of the toolbox: stand-ins, demo, figures, tests and training.",
};
const { devDependencies } = JSON.parse(readFileSync(new URL("package.json", import.meta.url), "utf8"));
/** Packages that `npm ci --omit=dev` leaves out. What the browser needs of them is in its bundle. */
const TOOLS = {
  regex: `^(?:${Object.keys(devDependencies).join("|")})(?:/|$)`,
  message: "An installation without development packages has no such package: the server imports `dependencies` only.",
};
const NOTHING_OF_THE_SERVER = "Browser, contract and connectors know nothing of the server.";

/** Allows imports only through an index.ts, the module's or that of a subject in it, and only downward. */
const modulesBut = (allowed, message) => ({
  group: MODULES.flatMap((name) => [
    `**/${name}/**`,
    ...(allowed.includes(name) ? [`!**/${name}/index.ts`, `!**/${name}/*/index.ts`] : []),
  ]),
  message,
});

const modulesBelow = (place) =>
  modulesBut(
    MODULES.slice(place + 1),
    "Import a module below through its index.ts; what modules above should know is announced as an event.",
  );

const wall = (files, patterns, excludeFiles) => ({
  files,
  ...(excludeFiles && { excludeFiles }),
  rules: {
    "no-restricted-imports": [
      "error",
      { patterns: [...patterns, TOOLBOX, ENGINE_DOORS, ...(isBundled(files) ? [] : [TOOLS])] },
    ],
  },
});
const isBundled = ([file]) => file.startsWith("web/");

const TESTS = ["**/*.test.{ts,tsx}", "**/testing/**"];

const ENGINE_KNOWS =
  "The engine is data in, data out: it imports shared and its own files, and knows neither server nor database.";
const OUTSIDE_THE_ENGINE = {
  group: [
    "**/connectors/**",
    "**/deps.ts",
    "**/env.ts",
    "drizzle-orm",
    "drizzle-orm/*",
    "pg",
    "fastify",
    "ai",
    "@ai-sdk/*",
  ],
  message: ENGINE_KNOWS,
};

/** The engine's parts, and what each knows of the others. Each has one door, its index.ts, or is a few files of one subject. */
const ENGINE_PARTS = {
  language: [],
  text: ["language"],
  redact: [],
  encoder: ["text"],
  find: ["language", "text"],
  excerpt: ["language", "text", "redact"],
  compare: ["text", "encoder"],
  answer: ["encoder"],
  model: ["text", "redact"],
};
const ENGINE_DOORS = {
  group: [
    ...["find", "excerpt", "compare", "answer", "model"].flatMap((name) => [
      `**/engine/${name}/**`,
      `!**/engine/${name}/index.ts`,
    ]),
    "**/engine/redact/**",
    "!**/engine/redact/redact.ts",
  ],
  message: "A part of the engine is used through its index.ts, and redaction through redact.ts.",
};
const enginePart = (name, known) =>
  wall(
    [`engine/${name}/**`],
    [
      { group: ["**/server/**", "**/web/**"], message: ENGINE_KNOWS },
      OUTSIDE_THE_ENGINE,
      {
        group: [...Object.keys(ENGINE_PARTS), "thread"]
          .filter((other) => other !== name && !known.includes(other))
          .map((other) => `../${other}/**`),
        message: `engine/${name} knows ${known.join(", ") || "none"} of the engine's parts.`,
      },
    ],
    TESTS,
  );

const PRODUCT = ["server/**", "engine/**", "web/**", "shared/**", "connectors/**"];

export default {
  $schema: "./node_modules/oxlint/configuration_schema.json",
  jsPlugins: ["./scripts/lint-rules.mjs"],
  plugins: ["typescript", "import", "unicorn", "promise", "react", "jsx-a11y"],
  categories: { correctness: "error" },
  rules: {
    "typescript/no-explicit-any": "error",
    "typescript/no-floating-promises": "error",
    "import/no-cycle": ["error", { ignoreTypes: false }],
    "no-console": "error",
    "lorekeep/comment-subject": "error",
    "lorekeep/type-noun": "error",
    "typescript/unbound-method": "off",
    "typescript/no-misused-spread": "off",
    "typescript/no-base-to-string": "off",
    "typescript/require-array-sort-compare": "off",
    "typescript/no-useless-default-assignment": "off",
    "typescript/restrict-template-expressions": "off",
  },
  ignorePatterns: ["dist", "node_modules"],
  overrides: [
    wall(
      ["shared/**"],
      [
        {
          group: [
            "**/server/**",
            "**/engine/**",
            "**/web/**",
            "**/connectors/**",
            "!**/connectors/manifests.ts",
            "!**/connectors/chat-manifests.ts",
            "node:*",
          ],
          message:
            "What browser and server agree on is pure: it imports the connectors' manifests and nothing else of the product.",
        },
      ],
    ),
    wall(
      ["connectors/*.ts"],
      [{ group: ["**/server/**", "**/engine/**", "**/web/**"], message: NOTHING_OF_THE_SERVER }],
    ),
    ...CONNECTORS.map((name) =>
      wall(
        [`connectors/${name}/**`],
        [
          { group: ["**/server/**", "**/engine/**", "**/web/**"], message: NOTHING_OF_THE_SERVER },
          {
            group: CONNECTORS.filter((other) => other !== name).map((other) => `**/${other}/**`),
            message: "A connector imports connectors/*.ts and shared, never another connector.",
          },
        ],
      ),
    ),
    wall(
      ["server/*.ts", "server/cli/**", "server/jobs/**/*queries.ts"],
      [modulesBut(MODULES, "A module is used through its index.ts.")],
    ),
    ...LAYERS.map((name) =>
      wall(
        [`server/${name}/**`],
        [modulesBut(name === "llm" ? ["activity"] : [], "A layer serves the modules and imports none of them.")],
      ),
    ),
    wall(
      ["server/db/**"],
      [
        modulesBut([], "A layer serves the modules and imports none of them."),
        {
          group: LAYERS.filter((name) => name !== "db").map((name) => `**/${name}/**`),
          message: "The database is the lowest layer: it imports no other.",
        },
      ],
    ),
    wall(["engine/**"], [{ group: ["**/server/**", "**/web/**"], message: ENGINE_KNOWS }, OUTSIDE_THE_ENGINE]),
    ...Object.entries(ENGINE_PARTS).map(([name, known]) => enginePart(name, known)),
    ...MODULES.map((name, place) => wall([`server/${name}/**`], [modulesBelow(place)])),
    wall(
      ["server/jobs/**"],
      [modulesBut(MODULES, "A module is used through its index.ts."), ...SQL],
      ["server/jobs/**/*queries.ts"],
    ),
    wall(
      ["server/cli/**"],
      [modulesBut(MODULES, "A module is used through its index.ts."), ...SQL],
      ["server/cli/**/*queries.ts"],
    ),
    ...LAYERS.filter((name) => name !== "db").map((name) =>
      wall(
        [`server/${name}/**`],
        [
          modulesBut(name === "llm" ? ["activity"] : [], "A layer serves the modules and imports none of them."),
          ...SQL,
        ],
        [`server/${name}/**/*queries.ts`],
      ),
    ),
    ...MODULES.map((name, place) =>
      wall([`server/${name}/**`], [modulesBelow(place), ...SQL], [`server/${name}/**/*queries.ts`]),
    ),
    ...["api", "lib", "components", "content", "pages", "site", "ui"].map((name) => wallOfWeb(name)),
    wall(["web/*.{ts,tsx}"], [BROWSER()]),
    {
      files: ["tools/stand-ins/*/**"],
      excludeFiles: ["tools/stand-ins/conformance/**"],
      rules: {
        "no-restricted-imports": [
          "error",
          {
            patterns: [
              {
                group: ["**/server/**", "**/engine/**", "**/connectors/**", "**/web/**"],
                message: "A stand-in shares no code with what is tested against it, or both make the same mistake.",
              },
            ],
          },
        ],
      },
    },
    {
      files: MODULES.map((name) => `server/${name}/**`).concat("server/jobs/**"),
      rules: {
        "no-restricted-globals": ["error", { name: "fetch", message: "Outgoing calls go through the guarded fetch." }],
      },
    },
    {
      files: ["server/**"],
      excludeFiles: [...TESTS, "**/*queries.ts", "server/db/**"],
      rules: { "lorekeep/no-sql": "error" },
    },
    {
      files: PRODUCT,
      excludeFiles: TESTS,
      rules: {
        "max-lines": ["error", { max: 400 }],
        "max-lines-per-function": ["error", { max: 60, skipComments: true }],
      },
    },
    // Data: one file holds the words of a language.
    { files: ["engine/language/*/cues.ts"], rules: { "max-lines": "off" } },
    { files: TESTS, rules: { "no-restricted-imports": "off", "no-restricted-globals": "off" } },
  ],
};

/** Pages are made of components, components of what is in ui; none of them knows what it is used in. */
function wallOfWeb(name) {
  const above =
    {
      ui: ["api", "components", "pages", "site"],
      components: ["pages", "site"],
      api: ["components", "pages", "site", "ui"],
      lib: ["api", "components", "pages", "site", "ui"],
    }[name] ?? [];
  return wall(
    [`web/${name}/**`],
    [
      BROWSER(),
      ...(above.length > 0
        ? [
            {
              group: above.map((folder) => `../**/${folder}/**`),
              message: "pages → components → ui, and api and lib below them.",
            },
          ]
        : []),
    ],
  );
}

function BROWSER() {
  return {
    group: [
      "**/server/**",
      "**/engine/**",
      "node:*",
      "**/connectors/**",
      "!**/connectors/manifests.ts",
      "!**/connectors/chat-manifests.ts",
      "!**/connectors/manifest.ts",
      "!**/connectors/knowledge-names.ts",
      "!**/connectors/setup-ways.ts",
      "!**/connectors/reading-guides.ts",
      "!**/connectors/wiki-reading-filters.ts",
      "!**/connectors/*/manifest.ts",
    ],
    message: "The browser imports shared, the connectors' manifests, names and setup ways only.",
  };
}
