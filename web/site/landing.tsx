import type { ReactNode } from "react";
import { BRAND } from "../../shared/domain/brand.ts";
import { CLAIMS, TOOL_PAGES } from "../content/tool-pages.ts";
import { PlatformMark } from "../ui/platform-mark.tsx";
import { Frame } from "./frame.tsx";
import { Hero } from "./hero.tsx";
import type { SitePage } from "./page.ts";

interface Platform {
  id: string;
  name: string;
  state?: string;
}

const CHATS: readonly Platform[] = [
  { id: "slack", name: "Slack" },
  { id: "google-chat", name: "Google Chat" },
  { id: "teams", name: "Microsoft Teams", state: "in development" },
];
const LIBRARIES: readonly Platform[] = [
  { id: "confluence", name: "Confluence" },
  { id: "notion", name: "Notion" },
  { id: "zendesk", name: "Zendesk", state: "coming soon" },
  { id: "jira", name: "Jira", state: "coming soon" },
  { id: "sharepoint", name: "SharePoint", state: "coming soon" },
];
const PLANNED = ["ServiceNow", "Intercom", "GitHub Wiki"];
const NOT_INTEGRATED = ["Discord", "Zoom", "Webex", "Mattermost"];

const COMPARED_WITH = ["Writing it by hand", "Saving a thread as a page", BRAND] as const;
const COMPARISON: readonly (readonly [string, string, string, string])[] = [
  [
    "Who does the work?",
    "Whoever finds the time",
    "Whoever remembers to press the button",
    "Nobody; you review what is unsure",
  ],
  ["Where is each sentence from?", "Nobody knows later", "A link to the thread", "A message beside every sentence"],
  ["The answer is corrected in chat", "The page stays wrong", "The page stays wrong", "The page is corrected"],
  ["The same question comes again", "Answered again", "A second page", "Another source for the same page"],
  ["Somebody edits the page", "It stays", "Lost at the next save", "It is kept and merged with updates"],
];

const QUESTIONS = [
  {
    question: "Does it need a language model?",
    answer:
      "No. A local engine does the whole job. You can add a model of your own or a hosted one for better writing.",
  },
  {
    question: "Which messages does it read?",
    answer: "Those of the channels you choose. Direct messages are never read.",
  },
  {
    question: "Will my wiki fill up with chatter?",
    answer: "No. Most conversations never become an article. Unsure ones wait as drafts until somebody approves them.",
  },
  {
    question: "Can we run it ourselves?",
    answer: "Yes, with one command. It brings its own database, or uses your PostgreSQL.",
  },
  {
    question: "What if we stop?",
    answer: "Your pages stay in Confluence or Notion. You can export everything and delete the account.",
  },
];

const description = `${BRAND} reads the Slack and Google Chat channels you choose, finds the answers worth keeping and writes them up in Confluence or Notion, each sentence with its source.`;

interface PictureProps {
  name: string;
  alt: string;
  phoneHeight: number;
  children: ReactNode;
}

/** Taken by `e2e/product-pictures.ts`, for phones in a size of their own; loaded when one scrolls near. */
function Picture({ name, alt, phoneHeight, children }: PictureProps) {
  const phone = { width: 390, height: phoneHeight };
  return (
    <figure>
      <picture>
        <source srcSet={`/pictures/${name}-phone-dark.webp`} media={`${ON_PHONE} and ${IN_DARK}`} {...phone} />
        <source srcSet={`/pictures/${name}-phone-light.webp`} media={ON_PHONE} {...phone} />
        <source srcSet={`/pictures/${name}-dark.webp`} media={IN_DARK} />
        <img src={`/pictures/${name}-light.webp`} alt={alt} width={1400} height={875} loading="lazy" decoding="async" />
      </picture>
      <figcaption>{children}</figcaption>
    </figure>
  );
}
const ON_PHONE = "(max-width: 600px)";
const IN_DARK = "(prefers-color-scheme: dark)";

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
    <Frame>
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

      <section className="platforms" aria-label="Platforms">
        <div>
          <h2>Reads</h2>
          <PlatformList platforms={CHATS} />
        </div>
        <div>
          <h2>Publishes to</h2>
          <PlatformList platforms={LIBRARIES} />
          <p className="quiet">Planned: {PLANNED.join(", ")}.</p>
        </div>
        <div>
          <h2>Not integrations yet</h2>
          <ul className="words">
            {NOT_INTEGRATED.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
          <p className="quiet">We do not read these. Tell us if you need one.</p>
        </div>
      </section>

      <section className="pictures" aria-label="Pictures of the product">
        <Picture name="article" phoneHeight={620} alt="An article with a step, and with it who said it, where and when">
          An article: every step with the message it comes from.
        </Picture>
        <Picture
          name="library"
          phoneHeight={530}
          alt="The library as a list of articles with kind, author, channel, state and date"
        >
          The library: what a team explained in chat.
        </Picture>
      </section>

      <section className="trust">
        <h2>Every sentence has a source</h2>
        <p className="lead">Beside every sentence: who said it, when, and a link to the message.</p>
        <dl className="columns">
          <div>
            <dt>Nothing made up</dt>
            <dd>
              If no message says it, it is not in the article. Numbers, commands and addresses are copied exactly.
            </dd>
          </div>
          <div>
            <dt>It follows its sources</dt>
            <dd>Edit a message, and the article is updated. Delete one, and its sentence is removed.</dd>
          </div>
          <div>
            <dt>Your edits win</dt>
            <dd>Change a page in Confluence or Notion. Later updates merge with your words and never replace them.</dd>
          </div>
          <div>
            <dt>One article per topic</dt>
            <dd>
              The same answer again becomes another source. A different answer waits for you: you see both texts and
              decide.
            </dd>
          </div>
          <div>
            <dt>Unsure stays a draft</dt>
            <dd>What is not clearly worth publishing waits in your inbox. Most chat never becomes an article.</dd>
          </div>
          <div>
            <dt>Your servers, if you like</dt>
            <dd>
              It runs without a language model and without any account elsewhere.{" "}
              <a href="/docs/security">How your chat is protected</a>
            </dd>
          </div>
        </dl>
      </section>

      <section className="steering">
        <div>
          <h2>Confidence scoring</h2>
          <p>Each article has a confidence score. Publish high scores automatically, and review the rest.</p>
          <ul className="scores">
            <li>
              <span>Rotate the signing key</span>
              <Score percent={94} />
            </li>
            <li>
              <span>Refunds after 40 days</span>
              <Score percent={81} />
            </li>
            <li>
              <span>Why staging is slow on Mondays</span>
              <Score percent={58} />
            </li>
          </ul>
        </div>
        <div>
          <h2>Custom sensitivity</h2>
          <p>
            From only clear explanations to anything that may help. One slider for your workspace, and your own
            keywords.
          </p>
          <svg
            className="slider"
            viewBox="0 0 300 56"
            role="img"
            aria-label="A slider from Conservative to Aggressive, set to 7 of 10"
          >
            <path className="track" d="M10 18H290" />
            <path className="set" d="M10 18H197" />
            <circle cx="197" cy="18" r="8" />
            <text x="10" y="50">
              Conservative
            </text>
            <text x="197" y="50" textAnchor="middle">
              7
            </text>
            <text x="290" y="50" textAnchor="end">
              Aggressive
            </text>
          </svg>
        </div>
        <div>
          <h2>Live presence and cursors</h2>
          <p>
            See who is in the library with you, what they are doing and where they point. This release shows it with
            demo colleagues.
          </p>
          <svg className="sketch" viewBox="0 0 400 112" aria-hidden="true">
            <path className="track" d="M4 12H330M4 54H376M4 96H250" />
            <Cursor x={120} y={20} name="Noor" />
            <Cursor x={286} y={62} name="Jonas" />
          </svg>
        </div>
        <div>
          <h2>Comments</h2>
          <p>
            See who is commenting while they type, also with demo colleagues for now. On a published page, comment as
            usual; updates leave comments alone.
          </p>
          <p className="remark">
            <b>Jonas</b> Does this hold for the new office, too?
            <br />
            <b>Noor</b> is commenting…
          </p>
        </div>
      </section>

      <section className="compared">
        <h2>Compared with what teams do today</h2>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="unseen">Question</span>
              </th>
              {COMPARED_WITH.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {COMPARISON.map(([question, ...answers]) => (
              <tr key={question}>
                <th scope="row">{question}</th>
                {answers.map((answer, at) => (
                  <td key={COMPARED_WITH[at]} data-of={COMPARED_WITH[at]}>
                    {answer}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>

      <section className="questions">
        <h2>Questions</h2>
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
        <p className="more">
          <a href="/docs">Read the documentation</a>
        </p>
      </section>

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
    </Frame>
  ),
};

function PlatformList({ platforms }: { platforms: readonly Platform[] }) {
  return (
    <ul className="marks">
      {platforms.map(({ id, name, state }) => (
        <li key={id} className={state && "later"}>
          <PlatformMark platform={id} />
          <span>
            {name}
            {state && <small> {state}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Cursor({ x, y, name }: { x: number; y: number; name: string }) {
  return (
    <g transform={`translate(${x} ${y})`}>
      <path className="arrow" d="M0 0L13 5 6 7 4 14z" />
      <text x="16" y="19">
        {name}
      </text>
    </g>
  );
}

function Score({ percent }: { percent: number }) {
  return (
    <>
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        <path className="track" d="M0 2H100" />
        <path className="set" d={`M0 2H${percent}`} />
      </svg>
      <b>{percent}%</b>
    </>
  );
}

/** The figures that the specification gives, said to be what they are. */
export function Claims() {
  return (
    <>
      <dl>
        {CLAIMS.map(({ figure, of }) => (
          <div key={of}>
            <dt>{of}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p className="quiet">Example figures, not measured with customers yet.</p>
    </>
  );
}
