import { Page } from "../../components/page.tsx";
import { Section } from "../../components/section.tsx";
import { SessionsAndApps } from "./sessions-and-apps.tsx";

/** Replaces the form when another system manages the password. */
export function PasswordElsewhere({ manager }: { manager: string }) {
  return (
    <Page title="Password Reset" description="Your password is managed by your identity provider">
      <div className="flex max-w-4xl flex-col gap-10">
        <Section title="Your Password">
          <p className="max-w-[60ch] pt-5">
            The password of this account is managed by {manager}. Change it there; nothing can be changed here.
          </p>
        </Section>
        <SessionsAndApps />
      </div>
    </Page>
  );
}
