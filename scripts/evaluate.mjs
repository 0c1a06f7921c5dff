import { ensureInstalled, replaceProcess } from "./bootstrap.mjs";

await ensureInstalled();
replaceProcess("tools/evals/evaluate.ts");
