import { expect, it } from "vitest";
import { MissingPermission, RateLimited, Unreachable } from "../../connectors/errors.ts";
import { type DeliveryFailure, deliverOnce, type OutboxColumns, processOutbox } from "./outbox.ts";

const WAIT_SECONDS = 60;
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

type Change = OutboxColumns & { state?: "sent" | "over"; receipt?: string };

/** A row in memory, and a platform that records the messages that arrived. */
function rowWith(row: { intentAt?: Date | null } = {}) {
  const arrived: string[] = [];
  const stored: Change[] = [];
  const known = { id: "row", attempts: 1, intentAt: null, createdAt: minutesAgo(5), ...row };
  const delivery = {
    waitSeconds: WAIT_SECONDS,
    lookUp: async () => (arrived[0] ? ({ state: "sent", receipt: arrived[0] } as Change) : null),
    compose: async (): Promise<string | null> => "hello",
    send: async (message: string): Promise<Change> => {
      arrived.push(message);
      return { state: "sent", receipt: message };
    },
    store: async (change: Change) => {
      stored.push(change);
      return true;
    },
    unwanted: { state: "over" } as Change,
  };
  return { arrived, stored, known, delivery };
}

it("The intent is stored before a message is sent, and closed with what was sent", async () => {
  const { arrived, stored, known, delivery } = rowWith();
  await deliverOnce(known, delivery);
  expect(arrived).toEqual(["hello"]);
  expect(stored).toEqual([{ intentAt: expect.any(Date) }, { state: "sent", receipt: "hello", intentAt: null }]);
});

it("A message whose call may still land is not sent again before the wait is over", async () => {
  const intentAt = new Date(Date.now() - 1_000);
  const { arrived, stored, known, delivery } = rowWith({ intentAt });
  await deliverOnce(known, delivery);
  expect(arrived).toEqual([]);
  expect(stored).toEqual([{ nextAttemptAt: new Date(intentAt.getTime() + WAIT_SECONDS * 1000) }]);
});

it("A message that arrived although its answer was lost is adopted and not sent again", async () => {
  const { arrived, stored, known, delivery } = rowWith({ intentAt: minutesAgo(2) });
  arrived.push("of the lost call");
  await deliverOnce(known, delivery);
  expect(arrived).toEqual(["of the lost call"]);
  expect(stored).toEqual([{ state: "sent", receipt: "of the lost call", intentAt: null }]);
});

it("A message that never arrived is sent after the look-up", async () => {
  const { arrived, known, delivery } = rowWith({ intentAt: minutesAgo(2) });
  await deliverOnce(known, delivery);
  expect(arrived).toEqual(["hello"]);
});

it("A message is not sent again where the platform cannot be asked whether it arrived", async () => {
  const { arrived, stored, known, delivery } = rowWith({ intentAt: minutesAgo(2) });
  await deliverOnce(known, { ...delivery, lookUp: null });
  expect(arrived).toEqual([]);
  expect(stored).toEqual([{ state: "over" }]);
});

it("A worker that lost its claim sends nothing", async () => {
  const { arrived, known, delivery } = rowWith();
  await deliverOnce(known, { ...delivery, store: async () => false });
  expect(arrived).toEqual([]);
});

it("A message that nobody wants any more ends its row", async () => {
  const { arrived, stored, known, delivery } = rowWith();
  await deliverOnce(known, { ...delivery, compose: async () => null });
  expect(arrived).toEqual([]);
  expect(stored).toEqual([{ state: "over" }]);
});

const PLACE = "The platform";
it.each([
  ["closes the intent after a refused connection", null, new Unreachable(PLACE, { mayHaveHappened: false }), true],
  ["closes it after a refusal because of too many calls", null, new RateLimited(PLACE, 5_000), true],
  ["leaves it open after a lost answer", null, new Unreachable(PLACE, { mayHaveHappened: true }), false],
  ["leaves an earlier one open after a refused connection", minutesAgo(1), new RateLimited(PLACE, 5_000), false],
])("A retry %s", async (_, intentAt, error, isClosed) => {
  const { retry } = await failureOf(intentAt, error);
  expect("intentAt" in retry).toBe(isClosed);
});

it("A retry waits until a call with a lost answer has landed or failed", async () => {
  const { retry } = await failureOf(null, new Unreachable(PLACE, { mayHaveHappened: true }));
  expect(retry.nextAttemptAt.getTime() - Date.now()).toBeGreaterThan(WAIT_SECONDS * 900);
});

it("A missing permission is final, a platform that cannot be reached is not", async () => {
  const refused = await failureOf(null, new MissingPermission(PLACE, "chat:write"));
  expect(refused.refusal).toBeInstanceOf(MissingPermission);
  expect((await failureOf(null, new Unreachable(PLACE, { mayHaveHappened: true }))).refusal).toBeNull();
});

async function failureOf(intentAt: Date | null, error: Error): Promise<DeliveryFailure> {
  const due = [{ id: "row", attempts: 1, intentAt, createdAt: new Date() }];
  const failures: DeliveryFailure[] = [];
  await processOutbox(
    { log: { warn: () => undefined } as never },
    {
      name: "A message",
      leaseSeconds: WAIT_SECONDS,
      longestPauseSeconds: 600,
      claim: async () => due.pop() ?? null,
      work: () => Promise.reject(error),
      opensOutcome: () => true,
      fail: async (_row, failure) => failures.push(failure),
    },
    new AbortController().signal,
  );
  const [failure] = failures;
  if (!failure) throw new Error("The failure was not stored");
  return failure;
}
