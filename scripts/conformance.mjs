import { ensureInstalled, replaceProcess } from "./bootstrap.mjs";

await ensureInstalled();
replaceProcess("tools/stand-ins/conformance/conformance.ts");
