import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findMediaWiki } from "../../../scripts/find-mediawiki.mjs";
import { freePort } from "../../../scripts/free-ports.mjs";
import { PATIENCE_MS } from "../../../scripts/patience.ts";

/** Returns a sentence with the reason why MediaWiki cannot be started; null if it can. */
export const explainMissingMediaWiki = (): string | null =>
  findMediaWiki()
    ? null
    : "MediaWiki and PHP are not on this machine, so the tests with a real wiki are skipped. On Debian, `npm test` as root unpacks them.";

export const WIKI_USER = "Lorekeep";
export const WIKI_CATEGORY = "Knowledge";
/** Bot passwords in the format that MediaWiki generates. */
export const WIKI_PASSWORD = "0123456789abcdef0123456789abcdef";
export const WIKI_READER_PASSWORD = "abcdef0123456789abcdef0123456789";
const GRANTS = "basic,createeditmovepage,delete,editpage,highvolume,viewdeleted";

/**
 * A MediaWiki with a database in a single file, served by PHP's own web server. It belongs to this process and is
 * deleted with it.
 */
export interface MediaWikiSite {
  readonly origin: string;
  /** Resets the wiki to its state after installation. */
  reset(): void;
  /** Runs PHP code inside the wiki with `args` as `$args`, and returns its output. */
  run(php: string, args: unknown): string;
  /** Runs PHP code like `run`, without blocking this process. */
  runAside(php: string, args: unknown): Promise<string>;
  close(): void;
}

/** https://www.mediawiki.org/wiki/Manual:Install.php */
export async function startMediaWiki(): Promise<MediaWikiSite> {
  const folder = findMediaWiki();
  if (!folder) throw new Error(explainMissingMediaWiki() ?? "");
  const root = mkdtempSync(join(tmpdir(), "mediawiki-"));
  const at = (name: string) => join(root, name);
  for (const name of ["data", "fresh", "conf", "cache"]) mkdirSync(at(name));
  const env = { ...process.env, MW_CONFIG_FILE: join(at("conf"), "LocalSettings.php") };
  const script = (name: string, args: string[], more: { env?: NodeJS.ProcessEnv; input?: string } = {}) =>
    execFileSync("php", [join(folder, "maintenance", `${name}.php`), ...args], {
      encoding: "utf8",
      env,
      stdio: "pipe",
      ...more,
    });
  const withoutSettings = { env: { ...process.env } };
  const place = ["--dbtype", "sqlite", "--dbpath", at("data"), "--dbname", "wiki", "--confpath", at("conf")];
  const address = ["--server", "http://127.0.0.1", "--scriptpath", ""];
  script("install", [...place, ...address, "--pass", "Admin-pass-of-tests", "Acme Wiki", "Admin"], withoutSettings);
  appendFileSync(env.MW_CONFIG_FILE, settings(at("cache")));
  script("createAndPromote", ["--sysop", "--bot", WIKI_USER, "Account-pass-of-tests"]);
  script("createAndPromote", ["Pia", "Person-pass-of-tests"]);
  script("createBotPassword", ["--appid", "articles", "--grants", GRANTS, WIKI_USER, WIKI_PASSWORD]);
  script("createBotPassword", ["--appid", "reader", "--grants", "basic", WIKI_USER, WIKI_READER_PASSWORD]);
  script("edit", ["--user", "Admin", `Category:${WIKI_CATEGORY}`], { env, input: "Articles of our team." });
  for (const name of readdirSync(at("data")).filter(isData))
    copyFileSync(join(at("data"), name), join(at("fresh"), name));
  const router = at("router.php");
  writeFileSync(router, routerOf(folder));
  const { origin, server } = await serve(folder, router, env);
  const runAddress = `${origin}${RUN_PATH}`;
  return {
    origin,
    reset() {
      for (const name of readdirSync(at("data")).filter(isData)) rmSync(join(at("data"), name));
      for (const name of readdirSync(at("fresh"))) copyFileSync(join(at("fresh"), name), join(at("data"), name));
    },
    run: (php, args) =>
      execFileSync("php", ["-n", "-r", SEND, runAddress], { encoding: "utf8", input: JSON.stringify({ php, args }) }),
    async runAside(php, args) {
      const answer = await fetch(runAddress, { method: "POST", body: JSON.stringify({ php, args }) });
      if (!answer.ok) throw new Error(await answer.text());
      return answer.text();
    },
    close() {
      server.kill();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

const isData = (name: string) => name.includes("sqlite");

const settings = (cache: string) => `
$wgServer = 'http://' . ( $_SERVER['HTTP_X_ASKED_HOST'] ?? $_SERVER['HTTP_HOST'] ?? '127.0.0.1' );
$wgCacheDirectory = '${cache}';
$wgJobRunRate = 0;
$wgEnableEmail = false;
foreach ( array_filter( explode( ',', $_SERVER['HTTP_X_WITHOUT_RIGHTS'] ?? '' ) ) as $right ) { $wgRevokePermissions['user'][$right] = true; }
`;

const RUN_PATH = "/run-code-of-tests";

/**
 * Runs the given code in the web server's process, which has compiled MediaWiki already. A program for each call would take
 * several times as long.
 */
const routerOf = (folder: string) => `<?php
if ( $_SERVER['REQUEST_URI'] !== '${RUN_PATH}' ) { return false; }
define( 'MW_ENTRY_POINT', 'tests' );
require '${folder}/includes/WebStart.php';
[ 'php' => $php, 'args' => $args ] = json_decode( file_get_contents( 'php://input' ), true );
ob_start();
eval( $php );
$databases = MediaWiki\\MediaWikiServices::getInstance()->getDBLoadBalancerFactory();
$databases->commitPrimaryChanges( 'tests' );
DeferredUpdates::doUpdates();
$databases->commitPrimaryChanges( 'tests' );
header( 'Content-Type: text/plain' );
ob_end_flush();
`;

/** Sends the standard input to an address. Fails when the server does. */
const SEND = `$sent = stream_context_create( [ 'http' => [ 'method' => 'POST', 'header' => 'Content-Type: application/json', 'content' => stream_get_contents( STDIN ), 'ignore_errors' => true ] ] );
$answer = file_get_contents( $argv[1], false, $sent );
if ( str_contains( $http_response_header[0] ?? '', ' 200 ' ) ) { print $answer; } else { fwrite( STDERR, $answer ?: 'No answer' ); exit( 1 ); }`;

async function serve(
  folder: string,
  router: string,
  env: NodeJS.ProcessEnv,
): Promise<{ origin: string; server: ChildProcess }> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const cached = ["-d", "opcache.enable_cli=1", "-d", "opcache.validate_timestamps=0"];
  const server = spawn("php", [...cached, "-S", `127.0.0.1:${port}`, "-t", folder, router], { env, stdio: "ignore" });
  process.once("exit", () => server.kill());
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; ) {
    const answer = await fetch(`${origin}/api.php?action=query&format=json`).catch(() => null);
    if (answer?.ok) return { origin, server };
    await sleep(100);
  }
  server.kill();
  throw new Error("PHP's web server did not start.");
}
