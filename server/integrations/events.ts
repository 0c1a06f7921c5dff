import type { Deps } from "../deps.ts";
import { defineEvent } from "../domain-event.ts";

type AnnounceDeps = Pick<Deps, "queue" | "events">;

/** A knowledge target works again or was switched on. Waiting articles can be published. */
export const targetWorksAgain = defineEvent<AnnounceDeps, { integrationId: string }>("knowledge target ready");

/** A person chose that a new target gets only new articles, and no existing ones. */
export const onlyNewArticlesChosen = defineEvent<Pick<Deps, "secrets" | "events">, { integrationId: string }>(
  "knowledge target for new articles",
);

/** A knowledge target was switched on or off. */
export const targetSwitched = defineEvent<AnnounceDeps, { integrationId: string }>("knowledge target switched");

/**
 * An admin changed the readers of a target. `wasForEverybody`: everybody could read the target before, and now only
 * members of private channels.
 */
export const targetReadersChanged = defineEvent<
  AnnounceDeps & Pick<Deps, "secrets">,
  { integrationId: string; wasForEverybody: boolean }
>("readers of a knowledge target changed");

/** Announces that an integration is about to be deleted, in the same transaction. */
export const targetRemoved = defineEvent<AnnounceDeps, { integrationId: string }>("knowledge target removed");
