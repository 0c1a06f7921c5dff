import type { ReactElement } from "react";

/** A page of the public site. `{{ORIGIN}}` and the like in it are filled in by the server (server/http/site-page.ts). */
export interface SitePage {
  /** Its file below dist/web/site, without the ending; the address is the same, 'index' being '/' and '--' a slash. */
  name: string;
  /** Without the product's name. */
  title: string;
  description: string;
  keywords?: string;
  body: ReactElement;
  /** schema.org objects without their context. */
  structuredData?: readonly object[];
  /** Another form of the same address, which the server chooses by the query; it is in no list of pages. */
  variant?: string;
  /** A module below web/ (an entry of vite.config.ts) that makes a part of the page interactive. */
  island?: string;
  /** A module below web/ (an entry of vite.config.ts) that is loaded after everything else. */
  later?: string;
  /** Not for search engines: it is in no list of pages. */
  isHidden?: true;
  /** The rows of text on the picture of a shared link; default: the title. */
  headline?: string;
  /** Style sheets of its own beside site.css. */
  styles?: readonly string[];
}

export const pathOf = (name: string) => `/${name === "index" ? "" : name.replaceAll("--", "/")}`;
