import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EvaluateOptions, evaluateCompany } from "../../server/cli/evaluate/evaluate-company.ts";
import { writeSlackExport } from "../demo/chat.ts";
import { listCompanyNames, readCompany } from "./companies/read-company.ts";

interface CompanyOptions extends Partial<EvaluateOptions> {
  engine: string;
  company?: string | undefined;
  /** A folder for the company's export and expected results. If given, nothing is measured. */
  export?: string | undefined;
}

/** Measures a fictional company in this folder, or a given export with its expected results. */
export async function evaluateCompanyTask({ company, export: folder, ...options }: CompanyOptions): Promise<void> {
  if (company === undefined) {
    const { chat, gold } = options;
    if (!chat || !gold) throw new Error("Say --company NAME, or --chat EXPORT.zip and --gold FILE.");
    return evaluateCompany({ ...options, chat, gold });
  }
  if (!listCompanyNames().includes(company)) throw new Error(`A company is one of ${listCompanyNames().join(", ")}.`);
  if (folder) return void (await writeCompany(company, folder));
  const place = await mkdtemp(join(tmpdir(), "lorekeep-company-"));
  try {
    await evaluateCompany({ ...options, ...(await writeCompany(company, place)) });
  } finally {
    await rm(place, { recursive: true });
  }
}

async function writeCompany(name: string, folder: string): Promise<{ chat: string; gold: string }> {
  const { team, gold } = readCompany(name);
  const files = { chat: join(folder, "export.zip"), gold: join(folder, "gold.json") };
  await mkdir(folder, { recursive: true });
  await writeSlackExport(team, files.chat);
  await writeFile(files.gold, `${JSON.stringify(gold, null, 2)}\n`);
  return files;
}
