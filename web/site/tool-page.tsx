import { BRAND } from "../../shared/domain/brand.ts";
import type { Point, ToolPage } from "../content/tool-page.ts";
import { TOOL_PAGES } from "../content/tool-pages.ts";
import { SiteFrame } from "./frame.tsx";
import { Claims } from "./landing/claims.tsx";
import type { SitePage } from "./page.ts";

const RELATED = 4;

export function buildToolPage(page: ToolPage): SitePage {
  return {
    name: page.urlSlug,
    title: page.title,
    description: page.description,
    keywords: page.keywords,
    headline: page.heading,
    styles: ["tool-page"],
    structuredData: [
      {
        "@type": "FAQPage",
        mainEntity: page.questions.map(({ question, answer }) => ({
          "@type": "Question",
          name: question,
          acceptedAnswer: { "@type": "Answer", text: answer },
        })),
      },
    ],
    body: <Body page={page} />,
  };
}

function Body({ page }: { page: ToolPage }) {
  return (
    <SiteFrame>
      <Opening page={page} />
      <WhatFor page={page} />
      <section className="claims" aria-label="In figures">
        <Claims />
      </section>

      <section className="questions">
        <h2>Questions</h2>
        {page.questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </section>

      <section className="closing">
        <h2>See what your chat already explains</h2>
        <p>One channel is free, for as long as you like.</p>
        <a className="button" href="/signup?plan=starter">
          Try {BRAND} free
        </a>
      </section>

      <nav className="related" aria-label="Related pages">
        {relatedTo(page).map(({ urlSlug, toolName, shortDesc }) => (
          <p key={urlSlug}>
            <a href={`/${urlSlug}`}>{toolName}</a> {shortDesc}
          </p>
        ))}
      </nav>
    </SiteFrame>
  );
}

function Opening({ page }: { page: ToolPage }) {
  return (
    <section className="opening">
      <div>
        <p className="quiet above">For {page.targetAudience}</p>
        <h1>{page.heading}</h1>
        <p className="lead">{page.intro}</p>
        {page.notYet && (
          <p className="not-yet" role="note">
            <b>Not yet.</b> {page.notYet}
          </p>
        )}
        <p className="actions">
          <a className="button" href="/signup?plan=starter">
            Get Started
          </a>
          <span className="quiet">Publishes to {page.exportTarget}</span>
        </p>
      </div>
      <Example {...page.example} />
    </section>
  );
}

/** The features, the problems without them, and the users. */
function WhatFor({ page }: { page: ToolPage }) {
  return (
    <>
      <section className="features" aria-label="Features">
        {page.features.map(({ title, text }) => (
          <article key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </article>
        ))}
      </section>

      {"painPoints" in page && (
        <section className="two">
          <div className="challenges">
            <h2>Challenges</h2>
            <Points points={page.painPoints} />
          </div>
          <div className="benefits">
            <h2>Benefits</h2>
            <Points points={page.benefits} />
          </div>
        </section>
      )}

      <section className="use-cases">
        <p className="quiet above">Use cases</p>
        <h2>{page.useCase}</h2>
        <Points points={page.specificUseCases} />
      </section>

      <section className="how">
        <h2>How it works</h2>
        <ol>
          {page.steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </>
  );
}

function Example({ where, who, at, message, sentence }: ToolPage["example"]) {
  return (
    <figure className="example" aria-label="A message and the sentence written from it">
      <p className="quiet">{where}</p>
      <p className="said">
        <b>{who}</b> <time>{at}</time>
        <br />
        {message}
      </p>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d="M12 0C12 60 60 40 60 100" />
      </svg>
      <p className="written">
        <span>{sentence}</span>{" "}
        <small>
          {who}, {at}
        </small>
      </p>
    </figure>
  );
}

function Points({ points }: { points: readonly Point[] }) {
  return (
    <dl>
      {points.map(({ title, text }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/**
 * The pages whose paths have the most words in common with this page. If several have equally many, the list's sequence
 * decides.
 */
function relatedTo(page: ToolPage): readonly ToolPage[] {
  const words = new Set(page.urlSlug.split("-"));
  const shared = ({ urlSlug }: ToolPage) => urlSlug.split("-").filter((word) => words.has(word)).length;
  return TOOL_PAGES.filter((other) => other !== page)
    .toSorted((a, b) => shared(b) - shared(a))
    .slice(0, RELATED);
}
