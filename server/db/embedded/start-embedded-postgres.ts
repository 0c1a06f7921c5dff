import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { findPostgresPackage } from "./binaries.ts";
import { explainFullDisk, isDiskFull } from "./disk.ts";
import { EmbeddedPostgresFailure, hasErrorCode, type LogSentence } from "./failure.ts";
import { withFolderLock } from "./folder-lock.ts";
import { findLayout, removeForeignFolders } from "./layout.ts";
import { stopServer } from "./postmaster.ts";
import { connectToServer, getProductConnection, type ServerSetting, USERS_LOCK_ID } from "./reach-server.ts";
import type { CommitDurability } from "./settings.ts";

export interface EmbeddedPostgres {
  /** The host is the folder of the Unix socket. The user owns the database 'lorekeep' and is no superuser. */
  readonly connection: { host: string; port: number; user: string; database: string };
  /** The server's version, such as '18.4'. */
  readonly version: string;
  /** Stops using the server. The last process that stops using the server ends it. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  dataDir: string;
  log: LogSentence;
  /** How safely commits are stored; 'full' by default. */
  durability?: CommitDurability;
}

/**
 * Runs PostgreSQL in `<dataDir>/postgres`. Creates the database if necessary, joins a running server or starts one, and
 * restarts a dead server. The server listens on a Unix socket only. Any number of processes may use one folder, and each may be
 * killed at any time.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, durability = "full" } = options;
  try {
    const postgres = await findPostgresPackage();
    const layout = await findLayout(dataDir, log);
    const membership = new Membership({ postgres, layout, log, durability });
    const version = await membership.join();
    return { connection: getProductConnection(layout), version, stop: () => membership.leave() };
  } catch (error) {
    if (isDiskFull(error)) throw explainFullDisk(dataDir);
    if (hasErrorCode(error, "EACCES", "EPERM", "EROFS")) {
      throw new EmbeddedPostgresFailure(
        `Lorekeep may not write in the data folder ${dataDir}. Give it that right, or choose another folder.`,
      );
    }
    throw error;
  }
}

/** One process's use of the server. Its connection holds `USERS_LOCK_ID` and detects the server's death. */
class Membership {
  readonly #setting: ServerSetting;
  #keeper: pg.Client | null = null;
  #recovery: Promise<void> = Promise.resolve();
  #leaving: Promise<void> | null = null;

  constructor(setting: ServerSetting) {
    this.#setting = setting;
  }

  /** Joins a running server and returns its version. */
  async join(): Promise<string> {
    const { layout, log } = this.#setting;
    const { keeper, version } = await withFolderLock(layout.lock, log, () => connectToServer(this.#setting));
    this.#keeper = keeper;
    keeper.on("end", () => {
      if (!this.#leaving) this.#recovery = this.#recover();
    });
    return version;
  }

  leave(): Promise<void> {
    this.#leaving ??= this.#leave();
    return this.#leaving;
  }

  async #leave(): Promise<void> {
    await this.#recovery;
    const { layout, log } = this.#setting;
    await withFolderLock(layout.lock, log, async () => {
      const isLast = await this.#isLast();
      await this.#keeper?.end().catch(() => undefined);
      if (!isLast) return;
      await stopServer(layout, log);
      await removeForeignFolders(layout);
    });
  }

  async #isLast(): Promise<boolean> {
    try {
      const answer = await this.#keeper?.query<{ last: boolean }>("select pg_try_advisory_lock($1) as last", [
        USERS_LOCK_ID,
      ]);
      return answer?.rows[0]?.last ?? false;
    } catch {
      // The server has just died, so there is nothing to stop. Another process that uses the server will restart it.
      return false;
    }
  }

  async #recover(): Promise<void> {
    const { log } = this.#setting;
    this.#keeper = null;
    log("The database server stopped. Starting it again.");
    let told = "";
    for (let pauseMs = 100; !this.#leaving; pauseMs = Math.min(pauseMs * 2, 1_000)) {
      try {
        await this.join();
        log("The database server runs again.");
        return;
      } catch (error) {
        const reason =
          error instanceof EmbeddedPostgresFailure ? error.message : "The database server cannot be started.";
        if (reason !== told) log(reason);
        told = reason;
      }
      await sleep(pauseMs);
    }
  }
}
