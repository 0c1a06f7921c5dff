import { renderToString } from "react-dom/server";
import { PLANS, type PlanId } from "../../../shared/domain/plans.ts";
import { SiteFrame } from "../frame.tsx";
import type { SitePage } from "../page.ts";
import { SignUp } from "./sign-up.tsx";
import { SignUpFlow } from "./sign-up-flow.ts";

const USUAL: PlanId = "professional";

const unused = () => {
  throw new Error("Nothing happens on a page that is drawn ahead.");
};
const drawnAhead = (plan: PlanId) =>
  new SignUpFlow(plan, {
    call: unused,
    loadCardPart: unused,
    showToast: unused,
    goTo: unused,
    renameTo: unused,
    origin: "",
  });

/** One page for each plan in the address, and one for installations without billing. */
export const signUpPages: readonly SitePage[] = [
  ...PLANS.map(({ id }) => signUpPage({ plan: id, ...(id !== USUAL && { variant: id }) })),
  signUpPage({ plan: "starter", variant: "free", isFree: true }),
];

interface SignUpPageOptions {
  plan: PlanId;
  variant?: string;
  isFree?: boolean;
}

function signUpPage({ plan, variant, isFree = false }: SignUpPageOptions): SitePage {
  return {
    name: "signup",
    ...(variant && { variant }),
    title: "Sign up",
    description: isFree
      ? "Create an account. It is free on this installation."
      : "Create an account: free for one Slack channel, $25 or $99 a month for more. No card for the free plan.",
    styles: ["sign-up/sign-up"],
    island: "site/sign-up/island.tsx",
    body: (
      <SiteFrame
        links={[
          { label: "Home", href: "/" },
          ...(isFree ? [] : [{ label: "Pricing", href: "/pricing" }]),
          { label: "Log In", href: "/api/login" },
        ]}
      >
        <div
          id="sign-up"
          data-plan={plan}
          data-free={isFree ? "" : undefined}
          data-support="{{SUPPORT_EMAIL}}"
          // Inserted as HTML, because the page's script hydrates exactly this element.
          // oxlint-disable-next-line react/no-danger
          dangerouslySetInnerHTML={{
            __html: renderToString(<SignUp flow={drawnAhead(plan)} supportEmail="{{SUPPORT_EMAIL}}" isFree={isFree} />),
          }}
        />
      </SiteFrame>
    ),
  };
}
