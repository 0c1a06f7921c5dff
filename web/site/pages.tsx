import { renderToStaticMarkup } from "react-dom/server";
import { PRIVACY_POLICY } from "../content/privacy-policy.ts";
import { TERMS_OF_SERVICE } from "../content/terms-of-service.ts";
import { TOOL_PAGES } from "../content/tool-pages.ts";
import { DOCS_ENTRIES, docsPages } from "./docs.tsx";
import { landingPage } from "./landing.tsx";
import { legalPage } from "./legal-page.tsx";
import { notFoundPage, toolNotFoundPage } from "./not-found.tsx";
import { pricingPage } from "./pricing.tsx";
import { signUpPages } from "./sign-up/page.tsx";
import { signUpSuccessPage } from "./signup-success.tsx";
import { toolPage } from "./tool-page.tsx";

/** All pages of the public site, rendered. Entry of the `site` environment of vite.config.ts. */
export const PAGES = [
  landingPage,
  pricingPage,
  ...TOOL_PAGES.map(toolPage),
  legalPage(PRIVACY_POLICY),
  legalPage(TERMS_OF_SERVICE),
  ...docsPages,
  ...signUpPages,
  signUpSuccessPage,
  notFoundPage,
  toolNotFoundPage,
].map(({ body, ...page }) => ({ ...page, body: renderToStaticMarkup(body) }));

/** The index of the documentation search. */
export const SEARCHED = DOCS_ENTRIES;
