import { BRAND } from "../../shared/domain/brand.ts";
import { TOOL_PAGES } from "../content/tool-pages.ts";
import { SiteFrame } from "./frame.tsx";
import { Hero } from "./hero.tsx";
import { Claims } from "./landing/claims.tsx";
import { Comparison } from "./landing/comparison.tsx";
import { Pictures } from "./landing/pictures.tsx";
import { Platforms } from "./landing/platforms.tsx";
import { Questions } from "./landing/questions.tsx";
import { TeamControls } from "./landing/steering.tsx";
import { Trust } from "./landing/trust.tsx";
import type { SitePage } from "./page.ts";

const description = `${BRAND} reads the Slack, Teams and Google Chat channels you choose, finds the answers worth keeping and writes them up in Confluence or Notion, each sentence with its source.`;

export const landingPage: SitePage = {
  name: "index",
  title: "Your team’s chat, written up",
  description,
  keywords:
    "knowledge base from chat, slack to confluence, slack to notion, google chat documentation, ai knowledge base",
  headline: "Your team already wrote the manual. In chat.",
  styles: ["landing"],
  later: "site/live/live-hero.ts",
  structuredData: [
    { "@type": "Organization", name: BRAND, url: "{{ORIGIN}}/" },
    {
      "@type": "SoftwareApplication",
      name: BRAND,
      description,
      url: "{{ORIGIN}}/",
      applicationCategory: "BusinessApplication",
      operatingSystem: "Web",
      offers: [0, 25, 99].map((price) => ({ "@type": "Offer", price, priceCurrency: "USD" })),
    },
  ],
  body: (
    <SiteFrame>
      <section className="opening">
        <div className="intro">
          <h1>Your team already wrote the manual. In chat.</h1>
          <div>
            <p className="lead">
              {BRAND} reads the channels you choose, finds the answers worth keeping, and writes them up where your team
              looks things up. Every sentence links to the message it comes from.
            </p>
            <p className="actions">
              <a className="button" href="/signup?plan=starter">
                Get Started
              </a>
              <a href="/pricing">Free for one channel</a>
            </p>
          </div>
        </div>
        <Hero />
      </section>

      <Platforms />
      <Pictures />
      <Trust />
      <TeamControls />
      <Comparison />
      <Questions />
      <section className="claims" aria-label="In figures">
        <Claims />
      </section>

      <section className="cases" id="cases">
        <h2>Find your use case</h2>
        <ul>
          {TOOL_PAGES.map(({ urlSlug, toolName }) => (
            <li key={urlSlug}>
              <a href={`/${urlSlug}`}>{toolName}</a>
            </li>
          ))}
        </ul>
      </section>

      <section className="closing">
        <h2>Start with one channel</h2>
        <p>Free, no card needed. Set up in under five minutes.</p>
        <a className="button" href="/signup?plan=starter">
          Get Started
        </a>
      </section>
    </SiteFrame>
  ),
};
