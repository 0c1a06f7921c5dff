import { type LegalText } from "../content/legal-text.ts";
import { SiteFrame } from "./frame.tsx";
import type { SitePage } from "./page.ts";

export function buildLegalPage({ name, title, description, inBrief, sections }: LegalText): SitePage {
  return {
    name,
    title,
    description,
    styles: ["legal-page"],
    body: (
      <SiteFrame>
        <article className="legal">
          <h1>{title}</h1>
          <p className="quiet">In force since 21 November 2026.</p>
          <p className="lead">{inBrief}</p>
          <nav aria-label="Sections">
            <ol>
              {sections.map(({ title: section }, index) => (
                <li key={section}>
                  <a href={`#s${index + 1}`}>{section}</a>
                </li>
              ))}
            </ol>
          </nav>
          {sections.map(({ title: section, paragraphs, items }, index) => (
            <section key={section} id={`s${index + 1}`}>
              <h2>
                {index + 1}. {section}
              </h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {items && (
                <ul>
                  {items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              )}
            </section>
          ))}
        </article>
      </SiteFrame>
    ),
  };
}
