import { benchDay } from "./events-day.ts";
import { benchDeliveries, HISTORIES } from "./events-load.ts";

/**
 * Compares a day of live events with an export of the same day, row by row. Sends two deliveries a second while the product
 * reads all older messages, once for each kind of older messages. `--minutes` shortens the second part, `EVENTS` in the
 * environment the first. Throws when a promise is broken.
 */
export async function benchEvents(minutes = 10): Promise<void> {
  await benchDay(Number(process.env["EVENTS"] ?? 20_000));
  for (const history of HISTORIES) await benchDeliveries(minutes, history);
}
