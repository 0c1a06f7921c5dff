export const PLANS = [
  { id: "starter", name: "Starter", monthlyCents: 0 },
  { id: "professional", name: "Professional", monthlyCents: 2500 },
  { id: "enterprise", name: "Enterprise", monthlyCents: 9900 },
] as const;
export type PlanId = (typeof PLANS)[number]["id"];

/**
 * The exact texts of the pricing page and the monitoring pages. The sign-up and subscription pages have other texts.
 */
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

/** The exact texts of the sign-up page. They intentionally differ from those of other pages. */
export const SIGN_UP_CATALOGUE: Record<PlanId, { price: string; period: string; features: readonly string[] }> = {
  starter: {
    price: "$0",
    period: "free forever",
    features: ["10 articles/month", "Basic AI analysis", "3 platform integrations", "Email support"],
  },
  professional: {
    price: "$25",
    period: "per month",
    features: [
      "Unlimited articles",
      "Smart content tagging",
      "All platform integrations",
      "Real-time collaboration",
      "Priority support",
    ],
  },
  enterprise: {
    price: "$99",
    period: "per month",
    features: [
      "Everything in Professional",
      "Custom AI training",
      "Advanced analytics",
      "Dedicated support",
      "Custom integrations",
      "SSO and SCIM",
    ],
  },
};

/** The exact texts of the page Manage Subscription. */
export const SUBSCRIPTION_CATALOGUE: Record<
  PlanId,
  { price: string; features: readonly string[]; limits: readonly string[] }
> = {
  starter: {
    price: "$0",
    features: ["Up to 100 articles", "Basic Slack integration", "Email support", "Standard AI analysis"],
    limits: ["1 Slack workspace", "No advanced integrations", "Basic analytics"],
  },
  professional: {
    price: "$25",
    features: [
      "Unlimited articles",
      "Multiple platform integrations",
      "Advanced AI",
      "Priority support",
      "Custom workflows",
      "Advanced analytics",
    ],
    limits: [],
  },
  enterprise: {
    price: "$99",
    features: [
      "Everything in Professional",
      "Custom integrations",
      "Dedicated support",
      "SLA guarantees",
      "Advanced security",
      "Custom deployment",
    ],
    limits: [],
  },
};

/** The limits that the pricing page states. The server enforces them if billing is configured. Null means no limit. */
export const PLAN_LIMITS: Record<
  PlanId,
  { messagesPerMonth: number | null; channels: number | null; knowledgePlatforms: number | null }
> = {
  starter: { messagesPerMonth: 50, channels: 1, knowledgePlatforms: 1 },
  professional: { messagesPerMonth: 1000, channels: 5, knowledgePlatforms: 3 },
  enterprise: { messagesPerMonth: null, channels: null, knowledgePlatforms: 5 },
};

/** The largest chat export file by plan. Without billing, the largest of these applies. */
export const EXPORT_MEGABYTES: Record<PlanId, number> = { starter: 100, professional: 500, enterprise: 2048 };

/** The days from a failed charge until the account expires. */
export const GRACE_DAYS = 7;
