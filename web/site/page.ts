import type { ReactElement } from "react";

/** A page of the public site. The server fills in placeholders such as `{{ORIGIN}}` (server/http/site-page.ts). */
export interface SitePage {
  /**
   * The file's name below dist/web/site, without its extension. It is also the path: 'index' is '/', and '--' is a
   * slash.
   */
  name: string;
  /** The page's title, without the product's name. */
  title: string;
  description: string;
  keywords?: string;
  body: ReactElement;
  /** schema.org objects without their context. */
  structuredData?: readonly object[];
  /** The name of a variant at the same URL. The server selects it by the query. No list of pages contains variants. */
  variant?: string;
  /** A module below web/ (an entry of vite.config.ts) that makes part of the page interactive. */
  island?: string;
  /** A module below web/ (an entry of vite.config.ts) that is loaded after everything else. */
  later?: string;
  /** Hidden from search engines, and in no list of pages. */
  isHidden?: true;
  /** The lines of text on the preview picture of a shared link. The default is the title. */
  headline?: string;
  /** The page's style sheets besides site.css. */
  styles?: readonly string[];
}

export const getPagePath = (name: string) => `/${name === "index" ? "" : name.replaceAll("--", "/")}`;
