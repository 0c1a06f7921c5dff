import type { BillingTest } from "./billing-test.ts";

const PRICES = { starter: 0, professional: 2500, enterprise: 9900 };

/** Creates people on the sign-up page, each with their own browser. */
export function createSignUps(test: BillingTest) {
  let number = 0;
  const newPlace = () => {
    number += 1;
    return `10.7.${Math.floor(number / 250)}.${(number % 250) + 1}`;
  };
  const post = (url: string, payload: object, remoteAddress = newPlace()) =>
    test.app.inject({ method: "POST", url, payload, remoteAddress });

  const next = (values: { email?: string; role?: string; plan?: keyof typeof PRICES } = {}) => {
    const { plan = "professional", email = `ada${(number += 1)}@acme.test`, role } = values;
    const form = {
      firstName: "Ada",
      lastName: "Lovelace",
      email,
      company: "Acme",
      password: "analytical engine",
      confirmPassword: "analytical engine",
      plan,
      ...(role && { role }),
    };
    const kept = { setupIntentId: "", customerId: "", subscriptionId: "" };
    let secret = "";

    const prepare = (values: object = {}, place?: string) =>
      post(
        "/api/create-payment-intent",
        {
          amount: PRICES[plan],
          plan,
          customerDetails: { firstName: "Ada", lastName: "Lovelace", email, company: "Acme" },
          ...values,
        },
        place,
      );
    return {
      email,
      form,
      prepare,
      ids: () => kept,
      clientSecret: () => secret,
      hasForm: () => kept.customerId !== "",
      async setUp({ card = "pm_card_visa", confirm = true } = {}) {
        const answer = await prepare();
        if (answer.statusCode !== 200) throw new Error(answer.body);
        const { clientSecret, customerId } = answer.json<{ clientSecret: string; customerId: string }>();
        Object.assign(kept, { customerId, setupIntentId: clientSecret.split("_secret_")[0] });
        secret = clientSecret;
        if (confirm) await test.confirmCard(clientSecret, card);
      },
      async begin(values: object = {}) {
        const { setupIntentId, customerId } = kept;
        const body = { setupIntentId, customerId, priceId: `price_${plan}`, plan, ...values };
        const answer = await post("/api/create-subscription-after-setup", body);
        if (answer.statusCode === 200) kept.subscriptionId = answer.json<{ subscriptionId: string }>().subscriptionId;
        return answer;
      },
      register: (values: object = {}) =>
        post("/api/register", { ...form, ...kept, setupIntentStatus: "succeeded", ...values }),
    };
  };

  return {
    newPlace,
    next,
    /** The users with this address, with their workspace's plan and payment. */
    async usersOf(email: string) {
      const { rows } = await test.db.$client.query(
        `select p.*, u.role, u.job_title, w.plan from users u join workspaces w on w.id = u.workspace_id
         left join payers p on p.workspace_id = w.id where u.email = $1`,
        [email],
      );
      return rows;
    },
  };
}
