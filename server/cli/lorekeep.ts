import { explain, runCommand } from "./program.ts";

// What fails beside the command, such as a connection on a full disk, is told like what fails in it.
for (const event of ["uncaughtException", "unhandledRejection"])
  process.once(event, (error: unknown) => void explain(error).finally(() => process.exit(1)));
await runCommand(process.argv.slice(2));
