import { Command } from "commander";
import { EXPORT_MANIFEST } from "../../connectors/chat-manifests.ts";
import { BRAND } from "../../shared/domain/brand.ts";
import { VERSION } from "../version.ts";

/** Loaded when a command runs, because the help text does not need the module. */
const commands = () => import("./commands.ts");
const installation = () => import("./installation-commands.ts");
const people = () => import("./people-commands.ts");
const operating = () => import("./operating.ts");
const models = () => import("./model-commands.ts");
const evaluating = () => import("./evaluate/evaluate-company.ts");
const IDENTITY = ["--identity <file>", "the private key of age, for a backup that is encrypted"] as const;
const DATA_DIR = ["--data-dir <folder>", "the data folder (DATA_DIR, else .data of the project)"] as const;
const WORKSPACE = [
  "--workspace <email>",
  "whose workspace, when there are several: the address of one of its people",
] as const;
const JSON_LINE = ["--json", "end with one line of JSON on standard output"] as const;

const lorekeep = new Command("lorekeep")
  .description(
    `${BRAND} turns your team's chat into knowledge articles and keeps them true. Settings: see .env.example.`,
  )
  .version(VERSION)
  .showHelpAfterError();

lorekeep
  .command("version")
  .description("print the release")
  .action(() => void process.stdout.write(`${VERSION}\n`));
lorekeep
  .command("doctor")
  .description("check settings, database, keys, mail, addresses, clock, disk and backups, and say what to do")
  .option(...DATA_DIR)
  .option("--json", "print one line of JSON")
  .action(async (options) => (await operating()).runDoctor(options));
lorekeep
  .command("upgrade")
  .description("back up and bring the database to this release's schema, as every start does")
  .option("--check", "only say what would happen")
  .option("--json", "with --check: print one line of JSON")
  .option(...DATA_DIR)
  .action(async (options) =>
    options.check ? (await operating()).checkUpgrade(options) : (await installation()).migrateDatabase(options),
  );

lorekeep
  .command("import <export.zip>")
  .description(`read a ${EXPORT_MANIFEST.name} export and write articles from it; continues where it was interrupted`)
  .option(DATA_DIR[0], "the data folder; without it a fresh one is used and removed again")
  .option(...WORKSPACE)
  .option(
    "--wait-minutes <minutes>",
    "how long to wait for what a language model does, in all; without it until all is done",
  )
  .option(...JSON_LINE)
  .action(async (file, options) => (await commands()).importExport(file, options));
lorekeep
  .command("analyse")
  .description("read and analyze everything new in all active channels")
  .option(...DATA_DIR)
  .option(...WORKSPACE)
  .option(...JSON_LINE)
  .action(async (options) => (await commands()).analyseWorkspace(options));
lorekeep
  .command("dump")
  .description("print articles with their sentences and sources, conversations and the inbox as one line of JSON")
  .option(...DATA_DIR)
  .option(...WORKSPACE)
  .action(async (options) => (await commands()).dumpLibrary(options));
lorekeep
  .command("evaluate")
  .description(
    "measure the engine on an export whose knowledge is known: what is found, told, wrong, and what it costs",
  )
  .requiredOption("--chat <export.zip>", `the ${EXPORT_MANIFEST.name} export`)
  .requiredOption("--gold <file>", "what should be found in it (docs/measuring-on-chat.md)")
  .option("--engine <local|llm>", "llm asks the model of LLM_PROVIDER and the other settings", "local")
  .option("--out <folder>", "write the articles beside their chat for readers, with an empty sheet for their verdicts")
  .option(
    "--data-dir <folder>",
    "keep the library there and go on with it; without it a fresh folder is used and removed again",
  )
  .option(...JSON_LINE)
  .action(async (options) => (await evaluating()).evaluateCompany(options));
lorekeep
  .command("publish")
  .description("put every article of the library on every active platform, such as one that was added later")
  .option(...DATA_DIR)
  .option(...WORKSPACE)
  .action(async (options) => (await commands()).publishLibrary(options));
lorekeep
  .command("erase-author")
  .description("erase a person on request: their messages, the sentences that cite them, and their name")
  .requiredOption("--author <id or name>", "the platform's id of the person, or the name as the chat shows it")
  .option(...DATA_DIR)
  .option(...WORKSPACE)
  .action(async (options) => (await commands()).eraseAuthor(options));
lorekeep
  .command("backup <file>")
  .description(
    "write a consistent, checksummed copy of the database while the product runs; never holds the encryption key",
  )
  .option(...DATA_DIR)
  .action(async (file, options) => (await installation()).backUpDatabase(file, options));
lorekeep
  .command("restore <file>")
  .description(
    "read a backup, by its path or its name in the bucket, into an empty database; a damaged one is refused before anything changes",
  )
  .option(...DATA_DIR)
  .option("--force", "delete what is there first")
  .option(...IDENTITY)
  .action(async (file, options) => (await installation()).restoreDatabase(file, options));
lorekeep
  .command("restore-drill [file]")
  .description(
    "restore a backup into a database that is removed again: proof that it can be; the newest of the bucket or of BACKUP_DIR without a file",
  )
  .option(...IDENTITY)
  .option(...DATA_DIR)
  .action(async (file, options) => (await operating()).restoreDrill(file, options));
lorekeep
  .command("backups")
  .description("list the backups of the bucket, or of BACKUP_DIR")
  .option("--json", "print one line of JSON")
  .option(...DATA_DIR)
  .action(async (options) => (await operating()).listStoredBackups(options));
lorekeep
  .command("migrate")
  .description("bring the database to this release's schema, as every start does")
  .option(...DATA_DIR)
  .action(async (options) => (await installation()).migrateDatabase(options));
lorekeep
  .command("rekey")
  .description("encrypt all stored credentials again with the first key of APP_KEYS, before an old key is removed")
  .option(...DATA_DIR)
  .action(async (options) => (await installation()).rekeyDatabase(options));
const user = lorekeep.command("user").description("people who may sign in");
user
  .command("create <email>")
  .description(
    "create a verified account with a workspace of its own; the password comes from LOREKEEP_PASSWORD or is made and printed",
  )
  .requiredOption("--first-name <name>", "first name")
  .requiredOption("--last-name <name>", "last name")
  .option("--company <name>", "company", "Company")
  .option(...DATA_DIR)
  .action(async (email, options) => (await people()).createUser({ ...options, email }));
user
  .command("restore <email>")
  .description("take back the deletion of an account; possible until it is removed for good, 28 days after it")
  .option(...DATA_DIR)
  .action(async (email, options) => (await people()).restoreUser({ ...options, email }));
user
  .command("reset-password <email>")
  .description(
    "print a link to choose a new password, for a person whom no mail reaches; it works once and for one hour",
  )
  .option(...DATA_DIR)
  .action(async (email, options) => (await people()).resetPassword({ ...options, email }));
user
  .command("reset-second-factor <email>")
  .description("turn two-step sign-in off for a person who lost both the app and the recovery codes")
  .option(...DATA_DIR)
  .action(async (email, options) => (await people()).resetSecondFactor({ ...options, email }));
lorekeep
  .command("billing")
  .description("payment by Stripe (docs/billing.md)")
  .command("setup")
  .description(
    "make the prices and the webhook at Stripe, as far as they are missing; prints the webhook's signing secret",
  )
  .option(...DATA_DIR)
  .action(async (options) => (await installation()).setUpBilling(options));

lorekeep
  .command("model")
  .description("the language model (docs/language-models.md)")
  .command("check")
  .description("ask the configured model once for each purpose: what works, seconds, tokens, price")
  .option("--json", "print one line of JSON")
  .action(async (options) => (await models()).checkConfiguredModel(options));

/**
 * Runs one command; `args` follow the program's name. A failed command prints one sentence on standard error, and exits with
 * code 1.
 */
export async function runCommand(args: string[]): Promise<void> {
  try {
    await lorekeep.parseAsync(args, { from: "user" });
  } catch (error) {
    await printExplanation(error);
    process.exitCode = 1;
  }
}

export async function printExplanation(error: unknown): Promise<void> {
  const { explainFailure } = await import("./explain-failure.ts");
  process.stderr.write(`${await explainFailure(error)}\n`);
}
