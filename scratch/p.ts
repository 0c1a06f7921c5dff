import { monitorEventLoopDelay } from "node:perf_hooks";
import { HOSTILE_MODEL_ANSWERS, startHostileModel } from "../stand-ins/llm/hostile-answers.ts";
import { openLanguageModel } from "../server/llm/provider.ts";
import { generate } from "../server/llm/generate.ts";
import { questionsOfCheck } from "../server/llm/check-model.ts";
import { createSafeFetch } from "../connectors/safe-fetch.ts";
const model = await startHostileModel();
const fetch = createSafeFetch({allow:["127.0.0.1"]});
const [q] = questionsOfCheck();
const only = process.argv[2];
for (const a of HOSTILE_MODEL_ANSWERS) {
  if (only && !a.what.includes(only)) continue;
  model.answer = a;
  const languageModel = openLanguageModel({provider:"openai-compatible",apiKey:"",address:model.url+"/v1",region:null},{name:"stand-in-1",contextTokens:100000},fetch);
  const h = monitorEventLoopDelay({resolution:5}); h.enable();
  const t=performance.now();
  const r:any = await generate({languageModel, provider:"openai-compatible", name:"stand-in-1"} as any, q as any, {idleMs:5000,totalMs:30000});
  const ms=Math.round(performance.now()-t);
  await new Promise(r=>setTimeout(r,300));
  h.disable();
  console.log(a.what, ms, "ms; loop max", Math.round(h.max/1e6), r.kind, r.reason??"", r.problem);
}
process.exit();
