import { SiteFrame } from "./frame.tsx";
import type { SitePage } from "./page.ts";

/** The server inserts the e-mail address and the plan from the query. Without a plan, the badge is left out. */
export const signUpSuccessPage: SitePage = {
  name: "signup-success",
  title: "Check your email",
  description: "Your account is ready. Confirm your email address to begin.",
  isHidden: true,
  styles: ["plain-page"],
  body: (
    <SiteFrame>
      <section className="opening">
        <p className="badge">{"{{PLAN_ACTIVATED}}"}</p>
        <h1>Check Your Email</h1>
        <p className="lead">
          We sent a link to <b>{"{{EMAIL}}"}</b>. Open it within 24 hours to confirm that the address is yours.
        </p>
      </section>
      <section className="how">
        <h2>What’s Next</h2>
        <ol>
          <li>
            <h3>Verify your email</h3>
            <p>Nothing there? Look in your spam folder.</p>
          </li>
          <li>
            <h3>Connect Slack, Teams or Google Chat</h3>
            <p>Choose the channels that are read. Start with one in which people help each other.</p>
          </li>
          <li>
            <h3>AI creates articles</h3>
            <p>Run an analysis and read what your team has already explained.</p>
          </li>
        </ol>
      </section>
      <p className="actions">
        <a className="button" href="/api/login">
          Continue to Login
        </a>
        <a href="mailto:{{SUPPORT_EMAIL}}">Contact Support</a>
      </p>
      <form className="again" method="post" action="/resend-verification">
        <input type="hidden" name="email" value="{{EMAIL}}" />
        <button type="submit" className="button plain">
          Send the email again
        </button>
      </form>
    </SiteFrame>
  ),
};
