import { BRAND } from "../../shared/domain/brand.ts";
import type { LegalText } from "./legal-text.ts";

export const TERMS_OF_SERVICE: LegalText = {
  name: "terms-of-service",
  title: "Terms of Service",
  description: `The agreement between you and the operator of ${BRAND}: what you may expect, what it costs, how it ends.`,
  inBrief: `By creating an account you agree to these terms with {{COMPANY}}, {{ADDRESS}} (“we”). They describe the service, your obligations, the prices and how the agreement can be ended.`,
  sections: [
    {
      title: "The service",
      paragraphs: [
        `${BRAND} reads the chat channels you choose, writes articles from explanations it finds there and publishes them to the platforms you connect. Slack, Google Chat and Microsoft Teams are read; Confluence, Notion, Zendesk, Intercom, Jira, SharePoint, ServiceNow, Git repositories and MediaWiki can be published to.`,
        "Articles are written by software. Each article shows its sources. Check them before you rely on an article where an error would cause damage.",
      ],
    },
    {
      title: "Your account",
      paragraphs: [
        "You must be at least 18 years old and entitled to act for your company. Give a company email address and true information, keep your password to yourself, and tell us if somebody else uses your account. You confirm your address by a link that is valid for 24 hours.",
      ],
    },
    {
      title: "What you may not do",
      paragraphs: ["You may not:"],
      items: [
        "monitor channels without the right to do so, or without telling people where the law asks you to;",
        "break into the service, overload it or circumvent its limits;",
        "use it to store or spread what is unlawful;",
        "resell it without our agreement. The code’s own licence stays as it is.",
      ],
    },
    {
      title: "Your content",
      paragraphs: [
        "Your chat and your articles remain yours. You allow us to store and process them as far as the service needs it, and no further. We do not train models on them. You are responsible for having the right to let us read them.",
      ],
    },
    {
      title: "Plans and payment",
      paragraphs: [
        "Starter is free forever. Professional is $25 and Enterprise $99 a month, paid in advance by card and renewed monthly until you cancel. Taxes are added where the law requires it.",
        "Upgrades apply immediately, downgrades at the next billing cycle. We announce price changes 30 days ahead by mail; you can cancel before they apply.",
        "If a payment fails, we tell you and try again. After 7 days without payment the account is blocked until it is paid.",
      ],
    },
    {
      title: "Money back",
      paragraphs: [
        "Within 30 days of your first payment for a plan you get it back if you ask at {{SUPPORT_EMAIL}}. The refund ends the plan.",
      ],
    },
    {
      title: "Cancelling and deleting",
      paragraphs: [
        "You can cancel at any time under Manage Subscription. You keep what you paid for to the end of the period, and your data stays accessible for 30 days after cancellation.",
        "You can delete the account at any time under Personal Information, where you can also export your data. Sign-in ends at once and personal data is removed within 30 days of account deletion. When the last person of a workspace deletes the account, the workspace is deleted and a paid plan ends. Pages published to your own platforms stay there.",
        "We may block an account that breaks these terms, after a warning where that is possible, and may end the service with 90 days’ notice and a refund for the time not used.",
      ],
    },
    {
      title: "Availability",
      paragraphs: [
        "We aim to keep the service available. A guaranteed availability requires an agreement with an Enterprise customer. Third-party platforms may change or fail; reading then continues where it stopped.",
      ],
    },
    {
      title: "Warranty and liability",
      paragraphs: [
        "The service is provided as it is. As far as the law allows, we give no further warranty, in particular none that an article is correct.",
        "As far as the law allows, our total liability is capped at the lesser of the fees you paid in the last 12 months or $1,000, and we are not liable for lost profit or consequential damage. Nothing here limits liability for intent, gross negligence, or injury to people.",
      ],
    },
    {
      title: "Privacy",
      paragraphs: [
        "The Privacy Policy says what is stored and for how long. Where you need a data processing agreement, write to {{LEGAL_EMAIL}}. The service is not for children under 16.",
      ],
    },
    {
      title: "Changes to these terms",
      paragraphs: [
        "We announce changes by mail 30 days ahead. If you do not agree, you can cancel before they apply, and the old terms hold until then.",
      ],
    },
    {
      title: "Law and contact",
      paragraphs: [
        "The law of {{JURISDICTION}} applies, and its courts are competent, unless mandatory law provides otherwise.",
        "Legal enquiries: {{LEGAL_EMAIL}}, answered within 10 business days. General enquiries: {{SUPPORT_EMAIL}}, answered within 2 business days. By post: {{COMPANY}}, {{ADDRESS}}.",
      ],
    },
  ],
};
