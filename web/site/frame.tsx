import type { ReactNode } from "react";
import { BRAND } from "../../shared/domain/brand.ts";

interface Target {
  label: string;
  href: string;
}

const LANDING_LINKS: readonly Target[] = [
  { label: "Pricing", href: "/pricing" },
  { label: "Log In", href: "/api/login" },
  { label: "Sign Up", href: "/signup?plan=professional" },
];

/** Top bar, content and footer of a public page. The last link of the bar looks like a button. */
export function SiteFrame({ children, links = LANDING_LINKS }: { children: ReactNode; links?: readonly Target[] }) {
  return (
    <>
      <a className="skip" href="#content">
        Skip to content
      </a>
      <header className="bar">
        <a className="brand" href="/">
          {BRAND}
        </a>
        <nav aria-label="Main">
          {links.map(({ label, href }, index) => (
            <a key={label} href={href} className={index === links.length - 1 ? "button small" : undefined}>
              {label}
            </a>
          ))}
        </nav>
      </header>
      <main id="content">{children}</main>
      <Footer />
    </>
  );
}

function Footer() {
  return (
    <footer>
      <p className="brand">{BRAND}</p>
      <nav aria-label="Footer">
        <a href="/pricing">Pricing</a>
        <a href="/pricing#faq">FAQ</a>
        <a href="/docs">Documentation</a>
        <a href="/docs/security">Security</a>
        <a href="/signup">Get Started</a>
        <a href="/privacy-policy">Privacy Policy</a>
        <a href="/terms-of-service">Terms of Service</a>
        <a href="mailto:{{SUPPORT_EMAIL}}">Contact Support</a>
        <button type="button" data-cookie-settings="">
          Cookie Settings
        </button>
      </nav>
    </footer>
  );
}
