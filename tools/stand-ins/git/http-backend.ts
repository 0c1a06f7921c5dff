import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";

/**
 * The path of Git's web program; '' without Git. The program is started directly, because `git` would start another
 * process for each request.
 */
let backend: string | undefined;
function backendProgram(): string {
  if (backend === undefined) {
    const { status, stdout } = spawnSync("git", ["--exec-path"], { encoding: "utf8" });
    backend = status === 0 ? join(stdout.trim(), "git-http-backend") : "";
  }
  return backend;
}

/** Returns a sentence with the reason why Git's web server cannot run; null if it can. */
export function explainMissingGitServer(): string | null {
  const program = backendProgram();
  if (!program) return "Git is not installed, so the tests with a real Git server are skipped.";
  return existsSync(program)
    ? null
    : "This Git brings no http-backend, so the tests with a real Git server are skipped.";
}

export interface CgiRequest {
  root: string;
  method: string;
  path: string;
  query: string;
  user: string;
  contentType: string;
  protocol: string;
  body: Buffer;
}

export interface CgiAnswer {
  status: number;
  headers: [string, string][];
  body: Buffer;
}

/** Sends one request to `git http-backend`: https://git-scm.com/docs/git-http-backend */
export async function runGitHttpBackend({ root, method, path, query, user, contentType, protocol, body }: CgiRequest) {
  const child = spawn(backendProgram(), [], {
    env: {
      PATH: process.env.PATH,
      HOME: root,
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: "1",
      GIT_CONFIG_NOSYSTEM: "1",
      REQUEST_METHOD: method,
      PATH_INFO: path,
      QUERY_STRING: query,
      CONTENT_TYPE: contentType,
      CONTENT_LENGTH: String(body.byteLength),
      GIT_PROTOCOL: protocol,
      REMOTE_USER: user,
      REMOTE_ADDR: "127.0.0.1",
    },
  });
  child.stdin.on("error", () => {});
  child.stdin.end(body);
  const chunks: Buffer[] = [];
  for await (const chunk of child.stdout) chunks.push(chunk as Buffer);
  return readAnswer(Buffer.concat(chunks));
}

function readAnswer(output: Buffer): CgiAnswer {
  const end = output.indexOf("\r\n\r\n");
  const lines = output.subarray(0, Math.max(end, 0)).toString().split("\r\n").filter(Boolean);
  const headers = lines.map((line): [string, string] => {
    const at = line.indexOf(":");
    return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
  });
  const status = Number.parseInt(headers.find(([name]) => name === "status")?.[1] ?? "200", 10);
  return { status, headers: headers.filter(([name]) => name !== "status"), body: output.subarray(end + 4) };
}
