import { checkRandomAudiences } from "./audiences.ts";
import { benchWikiReading } from "./wiki-reading.ts";
import { benchWikiRepairs } from "./wiki-repairs.ts";

const PAGES = Number(process.env["PAGES"] ?? 50_000);
const REPAIRS = Number(process.env["REPAIRS"] ?? 200);
const STATES = 200;

/**
 * Reads a large wiki while its worker is killed, repairs people's pages while they edit them and workers are killed, and walks random
 * states in which pages are among the texts that not everybody may read (`--states`, `--seed`). `PAGES` and `REPAIRS` in the
 * environment replace the defaults 50,000 and 200; with `--json` the last line is for a program.
 */
export async function benchWiki(states = STATES, seed = 1, isJson = false): Promise<void> {
  const reading = await benchWikiReading(PAGES, seed);
  const repairing = await benchWikiRepairs(REPAIRS, seed);
  const { leaks } = await checkRandomAudiences(states, seed);
  const figures = { ...reading, ...repairing, leaks };
  if (isJson) process.stdout.write(`${JSON.stringify(figures)}\n`);
}
