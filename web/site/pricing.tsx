import { BRAND } from "../../shared/domain/brand.ts";
import { PLAN_LIMITS, PLANS, type PlanId, PRICING_CATALOGUE } from "../../shared/domain/plans.ts";
import { PRICING_QUESTIONS } from "../content/pricing-questions.ts";
import { SiteFrame } from "./frame.tsx";
import type { SitePage } from "./page.ts";

const FOR: Record<PlanId, string> = {
  starter: "To try it with one channel.",
  professional: "For a team that answers in several channels.",
  enterprise: "For a company with rules about where things run.",
};

/** The enforced limit in Starter, Professional and Enterprise. */
function inEachPlan(limit: keyof (typeof PLAN_LIMITS)[PlanId]): [string, string, string] {
  const inPlan = (plan: PlanId) => PLAN_LIMITS[plan][limit]?.toLocaleString("en") ?? "Unlimited";
  return [inPlan("starter"), inPlan("professional"), inPlan("enterprise")];
}

/** The compared features, with their values in Starter, Professional and Enterprise. */
const COMPARED: readonly { group: string; rows: readonly (readonly [string, string, string, string])[] }[] = [
  {
    group: "Reading",
    rows: [
      ["Messages per month", ...inEachPlan("messagesPerMonth")],
      ["Slack channels", ...inEachPlan("channels")],
      ["Google Chat spaces", "Yes", "Yes", "Yes"],
      ["Microsoft Teams channels", "Yes", "Yes", "Yes"],
    ],
  },
  {
    group: "Publishing",
    rows: [
      ["Knowledge platforms", ...inEachPlan("knowledgePlatforms")],
      ["Confluence, Notion, Zendesk, Intercom, Jira, SharePoint, ServiceNow, Git, MediaWiki", "Yes", "Yes", "Yes"],
    ],
  },
  {
    group: "Articles",
    rows: [
      ["A source for every sentence", "Yes", "Yes", "Yes"],
      ["Confidence scoring", "Yes", "Yes", "Yes"],
      ["Custom sensitivity and keywords", "Yes", "Yes", "Yes"],
    ],
  },
  {
    group: "Company",
    rows: [
      ["Single sign-on and SCIM", "No", "No", "Yes"],
      ["Support", "Community", "Priority email", "24/7 with SLA"],
      ["30-day money-back guarantee", "Nothing to pay", "Yes", "Yes"],
    ],
  },
];

export const pricingPage: SitePage = {
  name: "pricing",
  title: "Pricing",
  description: `${BRAND} is free for one Slack channel. Professional is $25 and Enterprise $99 a month, whatever the number of people. 30-day money-back guarantee.`,
  keywords: "lorekeep pricing, knowledge base pricing, slack knowledge base cost",
  headline: "Free for one channel. $25 for five.",
  styles: ["pricing"],
  structuredData: [
    {
      "@type": "FAQPage",
      mainEntity: PRICING_QUESTIONS.map(({ question, answer }) => ({
        "@type": "Question",
        name: question,
        acceptedAnswer: { "@type": "Answer", text: answer },
      })),
    },
  ],
  body: (
    <SiteFrame
      links={[
        { label: "Home", href: "/" },
        { label: "Log In", href: "/api/login" },
        { label: "Sign Up", href: "/api/login" },
      ]}
    >
      <section className="opening">
        <h1>Pay for what is read, not for who reads it</h1>
        <p className="lead">Plans count messages, channels and platforms. Add as many colleagues as you like.</p>
      </section>

      <section className="plans" aria-label="Plans">
        {PLANS.map(({ id, name }) => {
          const { price, features } = PRICING_CATALOGUE[id];
          return (
            <article key={id} className={`plan ${id}`}>
              <h2>{name}</h2>
              <p className="price">{price.charAt(0).toUpperCase() + price.slice(1)}</p>
              <p className="quiet">{FOR[id]}</p>
              <ul>
                {features.map((feature) => (
                  <li key={feature}>{feature}</li>
                ))}
              </ul>
              <a className={id === "professional" ? "button" : "button plain"} href={`/signup?plan=${id}`}>
                Choose {name}
              </a>
            </article>
          );
        })}
      </section>
      <ul className="promises">
        <li>30-day money-back guarantee on paid plans</li>
        <li>Data accessible for 30 days after cancellation</li>
        <li>Upgrades apply immediately, downgrades at the next billing cycle</li>
      </ul>

      <section className="compare">
        <h2 id="compare">What each plan includes</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">Feature</th>
              {PLANS.map(({ id, name }) => (
                <th key={id} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          {COMPARED.map(({ group, rows }) => (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup" colSpan={4}>
                  {group}
                </th>
              </tr>
              {rows.map(([feature, starter, professional, enterprise]) => (
                <tr key={feature}>
                  <th scope="row">{feature}</th>
                  <td>{starter}</td>
                  <td>{professional}</td>
                  <td>{enterprise}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </section>

      <section className="questions" id="faq">
        <h2>Frequently asked questions</h2>
        {PRICING_QUESTIONS.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </section>
    </SiteFrame>
  ),
};
