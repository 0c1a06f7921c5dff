import { ensureInstalled, replaceProcess } from "./bootstrap.mjs";

await ensureInstalled();
replaceProcess("evals/evaluate.ts");
