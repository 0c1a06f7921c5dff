/** For windows whose page was read before they could listen. */
const KEPT_MS = 30_000;
const MOST_KEPT = 5_000;
/** Clocks of several machines differ by so much. */
const CLOCKS_MS = 1_000;

/** What came within the last half minute, oldest first: 5,000 at most, of all workspaces of a process. */
export class RecentEvents<Told extends { workspaceId: string }> {
  #kept: { told: Told; at: number }[] = [];

  add(told: Told): void {
    this.#kept.push({ told, at: Date.now() });
    if (this.#kept.length > MOST_KEPT || (this.#kept[0]?.at ?? 0) < Date.now() - 2 * KEPT_MS)
      this.#kept = this.#kept.slice(-MOST_KEPT / 2).filter(({ at }) => at >= Date.now() - KEPT_MS);
  }

  /** Of one workspace, since this moment (milliseconds since 1970), and perhaps what came just before. */
  since(workspaceId: string, moment: number): Told[] {
    const isMeant = (one: { told: Told; at: number }) =>
      one.told.workspaceId === workspaceId && one.at >= moment - CLOCKS_MS;
    return this.#kept.filter(isMeant).map(({ told }) => told);
  }
}
