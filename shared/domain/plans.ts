export const PLANS = [
  { id: "starter", name: "Starter", monthlyCents: 0 },
  { id: "professional", name: "Professional", monthlyCents: 2500 },
  { id: "enterprise", name: "Enterprise", monthlyCents: 9900 },
] as const;
export type PlanId = (typeof PLANS)[number]["id"];

/** What the pricing page and the monitoring pages promise, word for word. Sign-up and subscription have catalogues of their own. */
export const PRICING_CATALOGUE: Record<PlanId, { price: string; features: readonly string[] }> = {
  starter: {
    price: "free forever",
    features: ["50 messages per month", "1 Slack channel", "1 knowledge platform", "Community support"],
  },
  professional: {
    price: "$25/month",
    features: ["1,000 messages per month", "5 Slack channels", "3 knowledge platforms", "Priority email support"],
  },
  enterprise: {
    price: "$99/month",
    features: ["Unlimited messages and channels", "All 5 knowledge platforms", "24/7 support with SLA"],
  },
};
