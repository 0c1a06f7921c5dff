import { SiteFrame } from "./frame.tsx";
import type { SitePage } from "./page.ts";

export const notFoundPage: SitePage = {
  name: "not-found",
  title: "Page not found",
  description: "There is no page at this address.",
  isHidden: true,
  styles: ["plain-page"],
  body: (
    <SiteFrame>
      <section className="opening">
        <p className="quiet above">404</p>
        <h1>Page not found</h1>
        <p className="lead">
          There is no page at <code>{"{{PATH}}"}</code>.
        </p>
        <p className="actions">
          <a className="button" href="/">
            Go Home
          </a>
          <a href="/api/login?next={{NEXT}}">Sign in to open it</a>
        </p>
      </section>
    </SiteFrame>
  ),
};

export const toolNotFoundPage: SitePage = {
  name: "tool-not-found",
  title: "Page Not Found",
  description: "The requested tool is not supported yet.",
  isHidden: true,
  styles: ["plain-page"],
  body: (
    <SiteFrame>
      <section className="opening">
        <p className="quiet above">404</p>
        <h1>Page Not Found</h1>
        <p className="lead">The requested tool is not supported yet.</p>
        <p className="actions">
          <a className="button" href="/">
            Go Home
          </a>
          <a href="/#cases">See what is supported</a>
        </p>
      </section>
    </SiteFrame>
  ),
};
