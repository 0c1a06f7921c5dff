import { expect, it } from "vitest";
import { loadEnv } from "../env.ts";
import { createPayment, type Payment } from "../stripe/stripe.ts";
import { setUpProvider } from "./set-up-provider.ts";

/** Imitates the part of a provider's account that the set-up uses. */
function createAccount() {
  const kept: Record<string, Record<string, unknown>[]> = { prices: [], webhook_endpoints: [] };
  const asked: string[] = [];
  const answer: Parameters<typeof createPayment>[1] = async (input, init) => {
    const url = new URL(String(input));
    const [, , name = "", id] = url.pathname.split("/");
    const rows = kept[name] ?? [];
    asked.push(`${init?.method} ${url.pathname}`);
    if (init?.method === "GET") {
      const key = url.searchParams.get("lookup_keys[0]");
      return Response.json({ object: "list", data: rows.filter((row) => !key || row["lookup_key"] === key) });
    }
    const body = new URLSearchParams(String(init?.body));
    const enabled_events = [...body].filter(([field]) => field.startsWith("enabled_events")).map(([, type]) => type);
    const given = {
      ...Object.fromEntries([...body].filter(([field]) => !field.includes("["))),
      ...(body.has("unit_amount") && { unit_amount: Number(body.get("unit_amount")) }),
      ...(body.has("recurring[interval]") && { recurring: { interval: "month", interval_count: 1 } }),
      ...(enabled_events.length > 0 && { enabled_events }),
    };
    const known = rows.find((row) => row["id"] === id);
    if (known) return Response.json(Object.assign(known, given));
    const object = name === "prices" ? "price" : "webhook_endpoint";
    const row = { id: `${name}_${rows.length + 1}`, object, status: "enabled", ...given };
    rows.push(row);
    return Response.json({ ...row, secret: "whsec_new" });
  };
  const env = loadEnv({ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_PUBLISHABLE_KEY: "pk_test_1" });
  const payment = createPayment(env, answer, { retries: 0 }) as Payment;
  return { kept, asked, payment };
}

it("a set-up makes both prices and the webhook, tells the signing secret once, and done again changes nothing", async () => {
  const { payment, kept, asked } = createAccount();
  const said: string[] = [];
  const options = { publicUrl: "https://lorekeep.acme.com", say: (sentence: string) => void said.push(sentence) };
  expect(await setUpProvider(payment, options)).toBe("whsec_new");
  expect(kept["prices"]).toMatchObject([
    { lookup_key: "professional", unit_amount: 2500, currency: "usd" },
    { lookup_key: "enterprise", unit_amount: 9900, currency: "usd" },
  ]);
  expect(kept["webhook_endpoints"]).toMatchObject([
    { url: "https://lorekeep.acme.com/api/stripe/webhooks", api_version: "2026-10-28.endive" },
  ]);
  asked.length = 0;
  expect(await setUpProvider(payment, options)).toBeNull();
  expect(asked.filter((call) => call.startsWith("POST"))).toEqual([]);
  expect(said.join(" ")).not.toContain("whsec");

  Object.assign(kept["webhook_endpoints"]?.[0] ?? {}, { enabled_events: ["invoice.paid"] });
  await setUpProvider(payment, options);
  expect(kept["webhook_endpoints"]?.[0]?.["enabled_events"]).toContain("charge.refunded");
});

it("a set-up sells nothing under a name that another price has", async () => {
  const { payment, kept } = createAccount();
  kept["prices"]?.push({ id: "price_other", lookup_key: "professional", unit_amount: 100, currency: "usd" });
  await expect(setUpProvider(payment, { publicUrl: "https://lorekeep.acme.com", say: () => {} })).rejects.toThrow(
    "At Stripe the lookup key 'professional' belongs to price_other, which is not $25 a month.",
  );
});
