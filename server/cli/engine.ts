import { parseArgs } from "node:util";
import { BALANCED_SENSITIVITY } from "../../shared/domain/detection.ts";
import { isRecord } from "./chat-rows.ts";
import { ENGINE_TASKS, OptionsError } from "./engine-tasks.ts";
import { readJsonLines, writeJsonLine } from "./json-lines.ts";

const HELP = `The local engine on JSON lines: one question a line on standard input, one answer a line on standard output.

npm run --silent engine -- TASK [--sensitivity N] [--articles FILE] < file

${Object.entries(ENGINE_TASKS)
  .map(([name, { does }]) => `  ${name.padEnd(10)} ${does}`)
  .join("\n")}

  --sensitivity N  1 (few, certain articles) to 10 (many); ${BALANCED_SENSITIVITY} is the balanced point and what is taken without it
  --articles FILE  what ask answers from: {id, title, sentences:[text,…]} a line

The first message of a conversation is number 0, unless messages have an i (group answers with it); write names messages
by number. ts is ISO 8601, 'HH:MM', seconds or null. \`id\` is kept as it is. A line that cannot be read is answered with
{"id":null,"error":"…"} in its place. Ends with 0 when every line was answered, 1 when a line was not, 2 when the
command itself is wrong.
`;

process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // The program that reads this command's output has closed the pipe.
  process.exit(error.code === "EPIPE" ? 0 : 1);
});
process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  let options: ReturnType<typeof readArgs>;
  try {
    options = readArgs(args);
  } catch {
    return refuse("An option is not known.");
  }
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const task = options.task && Object.hasOwn(ENGINE_TASKS, options.task) ? ENGINE_TASKS[options.task] : undefined;
  if (!task) return refuse("Say what the engine should do.");
  if (!(options.sensitivity >= 1 && options.sensitivity <= 10))
    return refuse("A sensitivity is a number from 1 to 10.");
  let answer: Awaited<ReturnType<typeof task.open>>;
  try {
    answer = await task.open(options);
  } catch (error) {
    if (error instanceof OptionsError) return refuse(error.message);
    throw error;
  }
  let unanswered = 0;
  for await (const line of readJsonLines(process.stdin)) {
    const id = "value" in line && isRecord(line.value) ? (line.value.id ?? null) : null;
    let said: object;
    if ("error" in line) said = { error: line.error };
    else if (!isRecord(line.value)) said = { error: "This line is not an object." };
    else {
      try {
        said = await answer(line.value);
      } catch {
        said = { error: "The engine could not answer this line." };
      }
    }
    if ("error" in said) unanswered++;
    await writeJsonLine(process.stdout, { id, ...said });
  }
  return unanswered ? 1 : 0;
}

function readArgs(args: string[]) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      sensitivity: { type: "string" },
      articles: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
    },
  });
  if (positionals.length > 1) throw new Error("One task at a time.");
  return {
    task: positionals[0],
    help: values.help,
    articles: values.articles,
    sensitivity: values.sensitivity === undefined ? BALANCED_SENSITIVITY : Number(values.sensitivity || Number.NaN),
  };
}

function refuse(sentence: string): number {
  process.stderr.write(`${sentence}\n\n${HELP}`);
  return 2;
}
