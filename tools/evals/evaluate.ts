import { Console } from "node:console";
import { statSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { MissingRows } from "./bench-rows.ts";

type Tables = Record<string, object[]>;

/** The engine to measure, and the number of conversations. */
interface EngineChoice {
  engine: "local" | "llm";
  every: number;
}

const HELP = `Measures the local engine on labelled conversations, simple rules beside it in the same run.

npm run evaluate -- --data DIR [--task TASK] [--json]
npm run evaluate -- --data FILE --task TASK [--json]
npm run evaluate -- --task canonical [--json]
npm run evaluate -- --task ask [--data DIR] [--json]
npm run evaluate -- --task answers [--engine llm] [--every N] [--json] [--report FILE]
npm run evaluate -- --task company --company NAME [--engine llm] [--out DIR] [--data-dir DIR] [--json]
npm run evaluate -- --task company --company NAME --export DIR
npm run evaluate -- --task wiki --data DIR [--engine llm] [--json]
npm run evaluate -- --task company --chat EXPORT.zip --gold FILE [--engine llm] [--out DIR] [--data-dir DIR] [--json]

DIR holds the labelled files, NAME.dev.jsonl or NAME.dev.jsonl.gz, one JSON object a line: detection, disentangle,
ask; redaction brings its own secrets, ask its own questions. FILE is a file of your own with lines of the same shape. Prints tables and ends with the same
figures as one line of JSON; with --json only that line. --engine llm asks the configured model (LLM_PROVIDER, docs/language-models.md)
about each Nth question (10 unless told) and says what that cost; --report keeps the figures in a file.
The task wiki reads a DIR of its own: pages.jsonl, chats.jsonl and cases.jsonl (tools/evals/wikis/read-wiki-folder.ts).
The task company imports a chat export as the product does and compares its articles with what should be found: of a company of
tools/evals/companies, or of your own (docs/measuring-on-chat.md); \`lorekeep evaluate\` is the same for an installation. --out writes the articles
beside their chat for readers, --data-dir keeps the library and goes on with it, --export writes a company's export and gold file.
`;

/** Each task loads its own data and returns its tables by title. */
const ENGINE_TASKS: Record<string, (data: string, asked: EngineChoice) => Promise<Tables>> = {
  grouping: async (data) => {
    const { evaluateGrouping } = await import("./evaluate-grouping.ts");
    return evaluateGrouping(data);
  },
  "new-topic": async (data) => {
    const { evaluateNewTopic } = await import("./evaluate-new-topic.ts");
    return { "articles whose conversation goes on": await evaluateNewTopic(data) };
  },
  foreign: async (data) => {
    const { evaluateForeignStatements } = await import("./evaluate-foreign.ts");
    return { "statements of another conversation in articles": await evaluateForeignStatements(data) };
  },
  detection: async (data) => {
    const { evaluateDetection } = await import("./evaluate-detection.ts");
    const { summary, passed, sensitivities } = evaluateDetection(data);
    return {
      "detection (%), balanced point": summary,
      "what is let through, by kind of negative": passed,
      "operating points on the strict rows": sensitivities,
    };
  },
  redaction: async () => {
    const { evaluateRedaction } = await import("./evaluate-redaction.ts");
    return { "seeded secrets taken out (%)": evaluateRedaction() };
  },
  canonical: async () => {
    const { evaluateCanonical } = await import("./evaluate-canonical.ts");
    const { merging, classes, others } = await evaluateCanonical();
    return {
      "the same knowledge again (%)": merging,
      "by class of pair (%)": classes,
      "wrongly merged with another matter": others,
    };
  },
  ask: async (data) => {
    const { evaluateAsk } = await import("./evaluate-ask.ts");
    return evaluateAsk(data || undefined);
  },
  wiki: async (data, { engine }) => {
    const { evaluateWiki } = await import("./evaluate-wiki.ts");
    return evaluateWiki(data, engine);
  },
  answers: async (_data, { engine, every }) => {
    const { evaluateAnswers } = await import("./evaluate-answers.ts");
    if (engine !== "llm") return evaluateAnswers(null, 1);
    const { loadConfiguredModel } = await import("./configured-model.ts");
    return evaluateAnswers(await loadConfiguredModel(), every);
  },
};

/**
 * Tasks whose data is in this folder, so that they need no --data. For all other tasks, an empty folder is an error.
 */
const BRING_THEIR_OWN = ["redaction", "canonical", "ask", "answers"];
/** Tasks that can ask the configured language model. */
const OF_MODELS = ["answers", "wiki"];
/** Tasks that run only if they are named, because they read a folder of their own. */
const ONLY_NAMED = ["wiki"];

process.exitCode = await main();

async function main(): Promise<number> {
  let values: ReturnType<typeof readArgs>;
  try {
    values = readArgs();
  } catch {
    return refuse("An option is not known.");
  }
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  if (values.task === "company") return measureCompany(values);
  if (values.engine !== "local" && values.engine !== "llm") return refuse("An engine is local or llm.");
  const { data } = values;
  const isModelAsked = values.engine === "llm";
  const named = values.task === "disentangle" ? "grouping" : values.task;
  if (data === undefined && !BRING_THEIR_OWN.includes(named ?? ""))
    return refuse("Say --data with the folder of the labelled files.");
  if (named !== undefined && !Object.hasOwn(ENGINE_TASKS, named))
    return refuse(`A task is one of ${Object.keys(ENGINE_TASKS).join(", ")}.`);
  if (named !== undefined && isModelAsked && !OF_MODELS.includes(named))
    return refuse(`With a model, a task is one of ${OF_MODELS.join(", ")}.`);
  if (named === undefined && statSync(data ?? "", { throwIfNoEntry: false })?.isFile())
    return refuse("Say --task with the task your file is for.");
  const matchesTypedWord = (name: string) => !ONLY_NAMED.includes(name) && (!isModelAsked || OF_MODELS.includes(name));
  const figures: Record<string, Tables> = {};
  for (const [name, measure] of Object.entries(ENGINE_TASKS)) {
    if (named === undefined ? !matchesTypedWord(name) : name !== named) continue;
    try {
      figures[name] = await measure(data ?? "", {
        engine: values.engine,
        every: Math.max(1, Number(values.every) || 10),
      });
    } catch (error) {
      if (!(error instanceof MissingRows)) throw error;
      process.stderr.write(`${name} is not measured: ${error.message}\n`);
      continue;
    }
    if (!values.json) print(figures[name]);
  }
  if (values.report) writeFileSync(values.report, `${JSON.stringify(figures, null, 2)}\n`);
  process.stdout.write(`${values.json ? "" : "\n"}${JSON.stringify(figures)}\n`);
  return Object.keys(figures).some((name) => named !== undefined || !BRING_THEIR_OWN.includes(name)) ? 0 : 1;
}

async function measureCompany(values: ReturnType<typeof readArgs>): Promise<number> {
  const { evaluateCompanyTask } = await import("./evaluate-company.ts");
  try {
    await evaluateCompanyTask({ ...values, dataDir: values["data-dir"] });
    return 0;
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}

function print(tables: Tables): void {
  for (const [title, table] of Object.entries(tables)) {
    process.stdout.write(`\n${title}\n`);
    new Console(process.stdout).table(table);
  }
}

function readArgs() {
  return parseArgs({
    options: {
      data: { type: "string" },
      task: { type: "string" },
      engine: { type: "string", default: "local" },
      every: { type: "string" },
      report: { type: "string" },
      company: { type: "string" },
      chat: { type: "string" },
      gold: { type: "string" },
      out: { type: "string" },
      export: { type: "string" },
      "data-dir": { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
    },
  }).values;
}

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n\n${HELP}`);
  return 2;
}
