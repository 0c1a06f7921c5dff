import { parseArgs } from "node:util";

const HELP = `npm run demo -- [options]
  --rough  read strangers' chat as well
  --once   fill a demo in a fresh folder on free ports, and end
  --json   end with one line of JSON on standard output
  --help   print this
It takes the first free ports from 3000 on.`;

interface DemoOptions {
  once: boolean;
  json: boolean;
  dev: boolean;
  rough: boolean;
}

/**
 * Returns the parsed options, or the text to print instead of starting: the help, or for an unknown option an error with the
 * help.
 */
export function readDemoOptions(args: string[]): { options: DemoOptions } | { print: string; exitCode: number } {
  try {
    const flag = { type: "boolean", default: false } as const;
    const { values } = parseArgs({ args, options: { once: flag, json: flag, dev: flag, rough: flag, help: flag } });
    return values.help ? { print: HELP, exitCode: 0 } : { options: values };
  } catch (error) {
    const why = (error as Error).message.split(". ")[0];
    return { print: `${why}.\n${HELP}`, exitCode: 1 };
  }
}
