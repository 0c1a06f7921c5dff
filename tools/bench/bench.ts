import { parseArgs } from "node:util";

/** `npm run bench -- [names]` measures figures that are valid on a busy machine: counts, and ratios within one execution. */
const BENCHES: Record<string, () => Promise<unknown>> = {
  engine: async () => (await import("./engine.ts")).benchEngine(),
  import: async () => (await import("./import.ts")).benchImport(),
  ask: async () => (await import("./ask.ts")).benchAsk(),
  search: async () =>
    (await import("./search.ts")).benchSearch({
      workspaces: numberOf(values.workspaces),
      articles: numberOf(values.articles),
    }),
  paging: async () => (await import("./paging.ts")).benchPaging(),
  canonical: async () => (await import("./canonical.ts")).benchCanonicalArticles(),
  logs: async () => (await import("./logs.ts")).benchLogs(values.rows ? Number(values.rows) : undefined),
  kills: async () => (await import("./kills.ts")).benchKills(),
  outage: async () =>
    (await import("./outage.ts")).benchOutage(numberOf(values.seconds), numberOf(values.seed), values.json),
  standby: async () => (await import("./standby.ts")).benchStandby(),
  rolling: async () => (await import("./rolling.ts")).benchRolling(values.from),
  size: async () =>
    (await import("./size.ts")).benchSize({
      messages: numberOf(values.messages),
      workspaces: numberOf(values.workspaces),
      folder: values.folder,
    }),
  company: async () =>
    (await import("./company-day.ts")).benchCompanyDay({
      minutes: numberOf(values.minutes),
      rate: numberOf(values.rate),
      people: numberOf(values.people),
    }),
  day: async () =>
    (await import("./stretched-day.ts")).benchAcceleratedDay({
      hours: numberOf(values.hours),
      stretch: numberOf(values.stretch),
      rate: numberOf(values.rate),
      people: numberOf(values.people),
    }),
  "long-pages": async () => (await import("./long-pages.ts")).benchLongPages(),
  hostile: async () => (await import("./hostile.ts")).benchHostile(),
  hanging: async () => (await import("./hanging.ts")).benchHanging(),
  events: async () => (await import("./events.ts")).benchEvents(values.minutes ? Number(values.minutes) : undefined),
  life: async () => (await import("./life.ts")).benchLife(),
  edits: async () => (await import("./edits.ts")).benchEdits(...[values.sequences, values.seed].map(numberOf)),
  memory: async () => (await import("./memory.ts")).benchMemory(values.requests ? Number(values.requests) : undefined),
  "bad-input": async () =>
    (await import("./bad-input.ts")).benchBadInput(...[values.requests, values.seed].map(numberOf)),
  audiences: async () =>
    (await import("./audiences.ts")).benchAudiences(
      ...([numberOf(values.states), numberOf(values.seed), values.json] as const),
    ),
  wiki: async () => (await import("./wiki.ts")).benchWiki(numberOf(values.states), numberOf(values.seed), values.json),
  site: async () => (await import("./site.ts")).benchSite(),
  requests: async () => (await import("./requests.ts")).benchRequests(),
};

const numberOf = (value: string | undefined) => (value ? Number(value) : undefined);

const OPTIONS = {
  allowPositionals: true,
  options: {
    minutes: { type: "string" },
    /** The duration of the model's outage in seconds. */
    seconds: { type: "string" },
    hours: { type: "string" },
    /** The speed factor of the clock. */
    stretch: { type: "string" },
    rows: { type: "string" },
    /** Events per second. */
    rate: { type: "string" },
    people: { type: "string" },
    requests: { type: "string" },
    seed: { type: "string" },
    sequences: { type: "string" },
    /** Prints JSON as the last line, if the benchmark supports it. */
    states: { type: "string" },
    messages: { type: "string" },
    workspaces: { type: "string" },
    /** The number of articles per workspace. */
    articles: { type: "string" },
    /** A folder whose database is kept for the next execution. */
    folder: { type: "string" },
    /** The commit from which a rolling upgrade starts. */
    from: { type: "string" },
    json: { type: "boolean" },
    help: { type: "boolean" },
  },
} as const;

function readArguments() {
  try {
    return parseArgs(OPTIONS);
  } catch (error) {
    return end(error instanceof Error ? error.message : String(error));
  }
}

function end(why = ""): never {
  const options = Object.keys(OPTIONS.options).map((name) => `--${name}`);
  const usage = `npm run bench -- [names] [options]\nBenchmarks: ${Object.keys(BENCHES).join(", ")}\nOptions: ${options.join(", ")}\n`;
  (why ? process.stderr : process.stdout).write(why ? `${why}\n${usage}` : usage);
  process.exit(why ? 2 : 0);
}

const { positionals, values } = readArguments();
if (values.help) end();
const unknown = positionals.find((name) => !(name in BENCHES));
if (unknown) end(`There is no benchmark '${unknown}'.`);
const wanted = positionals.length > 0 ? positionals : Object.keys(BENCHES);
for (const name of wanted) {
  process.stdout.write(`\n== ${name}\n`);
  await BENCHES[name]?.();
}
// Ends the process, which a benchmark's idle threads and connections would keep alive.
process.exit();
