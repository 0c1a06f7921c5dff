import { renderToStaticMarkup } from "react-dom/server";
import { PRIVACY_POLICY } from "../content/privacy-policy.ts";
import { TERMS_OF_SERVICE } from "../content/terms-of-service.ts";
import { TOOL_PAGES } from "../content/tool-pages.ts";
import { DOCS_ENTRIES, docsPages } from "./docs.tsx";
import { landingPage } from "./landing.tsx";
import { buildLegalPage } from "./legal-page.tsx";
import { notFoundPage, toolNotFoundPage } from "./not-found.tsx";
import { pricingPage } from "./pricing.tsx";
import { signUpPages } from "./sign-up/page.tsx";
import { signUpSuccessPage } from "./signup-success.tsx";
import { buildToolPage } from "./tool-page.tsx";

/** All pages of the public site, rendered to HTML. The entry point of the `site` environment in vite.config.ts. */
export const SITE_PAGES = [
  landingPage,
  pricingPage,
  ...TOOL_PAGES.map(buildToolPage),
  buildLegalPage(PRIVACY_POLICY),
  buildLegalPage(TERMS_OF_SERVICE),
  ...docsPages,
  ...signUpPages,
  signUpSuccessPage,
  notFoundPage,
  toolNotFoundPage,
].map(({ body, ...page }) => ({ ...page, body: renderToStaticMarkup(body) }));

/** The index of the documentation search. */
export const SEARCH_INDEX = DOCS_ENTRIES;
