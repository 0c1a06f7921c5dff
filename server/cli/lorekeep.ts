import { printExplanation, runCommand } from "./program.ts";

// Failures outside the command, such as that of a database connection on a full disk, are reported in the same way as the
// command's own.
for (const event of ["uncaughtException", "unhandledRejection"])
  process.once(event, (error: unknown) => void printExplanation(error).finally(() => process.exit(1)));
await runCommand(process.argv.slice(2));
