import type { ReactElement } from "react";

/** A page of the public site. The server fills in placeholders such as `{{ORIGIN}}` (server/http/site-page.ts). */
export interface SitePage {
  /** The file below dist/web/site without its extension. The path is the same: 'index' is '/' and '--' a slash. */
  name: string;
  /** Without the product's name. */
  title: string;
  description: string;
  keywords?: string;
  body: ReactElement;
  /** schema.org objects without their context. */
  structuredData?: readonly object[];
  /** A variant at the same address, which the server selects by the query; not in any list of pages. */
  variant?: string;
  /** A module below web/ (an entry of vite.config.ts) that makes part of the page interactive. */
  island?: string;
  /** A module below web/ (an entry of vite.config.ts) that is loaded after everything else. */
  later?: string;
  /** Hidden from search engines and not in any list of pages. */
  isHidden?: true;
  /** The lines of text on the picture of a shared link; default: the title. */
  headline?: string;
  /** The page's own style sheets besides site.css. */
  styles?: readonly string[];
}

export const getPagePath = (name: string) => `/${name === "index" ? "" : name.replaceAll("--", "/")}`;
