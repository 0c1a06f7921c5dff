import type { Deps } from "../deps.ts";
import { defineEvent } from "../domain-event.ts";

type Announcer = Pick<Deps, "queue" | "events">;

/** A knowledge target was repaired or switched on: what waited for it can go on. */
export const targetReady = defineEvent<Announcer, { integrationId: string }>("knowledge target ready");

/** A knowledge target was switched on or off. */
export const targetSwitched = defineEvent<Announcer, { integrationId: string }>("knowledge target switched");

/** An admin said who reads what is published there. */
export const targetReaders = defineEvent<Announcer & Pick<Deps, "secrets">, { integrationId: string }>(
  "readers of a knowledge target changed",
);

/** Its row is still there and goes in the same transaction. */
export const targetRemoved = defineEvent<Announcer, { integrationId: string }>("knowledge target removed");
