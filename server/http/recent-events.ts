/** Events are stored this long for windows that loaded their page before they subscribed. */
const KEPT_MS = 30_000;
const MOST_KEPT = 5_000;
/** The largest expected difference between machines' clocks. */
const CLOCKS_MS = 1_000;

/** Events of the last half minute, oldest first: at most 5,000 in a process. */
export class RecentEvents<Told extends { workspaceId: string }> {
  #kept: { told: Told; at: number }[] = [];

  add(told: Told): void {
    this.#kept.push({ told, at: Date.now() });
    if (this.#kept.length > MOST_KEPT || (this.#kept[0]?.at ?? 0) < Date.now() - 2 * KEPT_MS)
      this.#kept = this.#kept.slice(-MOST_KEPT / 2).filter(({ at }) => at >= Date.now() - KEPT_MS);
  }

  /** Returns the workspace's events since `moment` (milliseconds since 1970), and possibly some slightly older ones. */
  since(workspaceId: string, moment: number): Told[] {
    const isMeant = (one: { told: Told; at: number }) =>
      one.told.workspaceId === workspaceId && one.at >= moment - CLOCKS_MS;
    return this.#kept.filter(isMeant).map(({ told }) => told);
  }
}
