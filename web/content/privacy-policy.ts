import { BRAND } from "../../shared/domain/brand.ts";
import type { LegalText } from "./legal-text.ts";

export const PRIVACY_POLICY: LegalText = {
  name: "privacy-policy",
  title: "Privacy Policy",
  description: `What ${BRAND} stores, why, for how long, who else sees it, and how to have it removed.`,
  inBrief: `${BRAND} reads the chat channels you turn on and keeps what it needs to write articles from them. It does not sell data, shows no advertisements and does not train models on your content. You can export or delete your data at any time.`,
  sections: [
    {
      title: "Who is responsible",
      paragraphs: [
        `This service is run by {{COMPANY}}, {{ADDRESS}} (“we”). For the data of your account we decide how it is used. For the chat of your workspace we act on behalf of your company, which decides which channels are read.`,
        "Legal and privacy questions: {{LEGAL_EMAIL}}. Everything else: {{SUPPORT_EMAIL}}. We answer legal enquiries within 10 business days and general ones within 2.",
      ],
    },
    {
      title: "What we store",
      paragraphs: ["We store this and nothing else about you:"],
      items: [
        "Account: first and last name, company email address, company, job title if you give it, role, plan, and a hash of your password (argon2id) from which the password cannot be recovered.",
        "Sessions: a hash of the session’s token, with times, the network address and the kind of browser, so that you see where you are signed in and can end a session elsewhere.",
        "Connections: tokens of your chat and knowledge platforms, encrypted with a key that is kept outside the database. They are never displayed again.",
        "Messages of the channels you monitor, with the author’s name, the time and a link, for as long as the channel is monitored. Messages of other channels are not read.",
        "Articles with their earlier versions, the messages they are based on, and where they were published.",
        "Logs of what was read, written and refused, and technical logs without message text.",
        "Payment: the payment provider’s identifiers, the card’s brand and last four digits. Card numbers never reach us.",
      ],
    },
    {
      title: "Why we store it",
      paragraphs: [
        "To give you the service you signed up for (performance of a contract); to keep it secure and prevent misuse (legitimate interest); to keep invoices as the law requires (legal obligation); and, only with your consent, to count visits to our public pages.",
      ],
    },
    {
      title: "How chat becomes articles",
      paragraphs: [
        "A local engine on our server evaluates conversations and writes articles. If the operator or an admin of your workspace has connected a language model, messages of the channels that are read, with the names and text of small files, and questions that people ask are sent to that provider, except of channels that an admin excludes. Secrets in known formats, personal data such as addresses and numbers, and the speakers’ names are removed first.",
        "The model’s answers are kept for 30 days, so that the same request is not sent twice, and are deleted at once when a message they were about is changed or deleted. Prompts are not stored.",
        "No decision with legal or similar effect about a person is made automatically.",
      ],
    },
    {
      title: "Who else sees it",
      paragraphs: [
        "The platforms you connect receive the articles you publish there. Besides these, the following companies process data for us: {{SUBPROCESSORS}}.",
        "We disclose data to authorities only where the law forces us to, and tell you unless the law forbids that. We do not sell data.",
      ],
    },
    {
      title: "How long we keep it",
      paragraphs: [],
      items: [
        "Deleted in chat: what quotes a deleted message is erased from articles, their history and the logs when we learn of it.",
        "Removed channels: their messages are removed with them. Articles keep the messages they are based on.",
        "Model answers: 30 days at most.",
        "Cancelled plan: your data stays accessible for 30 days after cancellation.",
        "Deleted account: sign-in ends at once, and personal data is removed within 30 days of account deletion. When the last person of a workspace deletes the account, everything in the workspace is deleted: reading stops and the tokens of its platforms are erased at once, the rest within the same 30 days. Backups that still hold it are overwritten within another 30 days.",
        "Invoices: as long as tax law requires.",
      ],
    },
    {
      title: "Your rights",
      paragraphs: [
        "You may see, correct, export or delete your data, object to a use of it or have it restricted, and withdraw a consent. Under Personal Information you can export everything as a file and delete the account yourself; for the rest write to {{LEGAL_EMAIL}}. You may also complain to a supervisory authority.",
        "If you appear in your company’s chat and have no account, ask your company; we help it. An operator can erase an author: their messages, the sentences based on them, and their name.",
      ],
    },
    {
      title: "Cookies and local storage",
      paragraphs: [
        "One cookie is necessary: the session, when you are signed in. It lasts 30 days at most. Your browser also keeps your cookie choice and your choice of light or dark; while you pay, it keeps the payment’s identifiers so that nothing is charged twice.",
        "Visits are counted by an analytics script only after you accept it, and only if the operator has set one up. ‘Cookie Settings’ at the bottom of each public page lets you choose again.",
      ],
    },
    {
      title: "Security",
      paragraphs: [
        "Connections are encrypted, tokens at rest as well. Workspaces are kept apart in the database itself. Secrets in chat messages are removed before anything is published. If a breach puts you at risk, we tell you and the authority within the time the law sets.",
      ],
    },
    {
      title: "Children",
      paragraphs: [
        `${BRAND} is made for companies. It is not for children under 16, and we do not knowingly store their data.`,
      ],
    },
    {
      title: "Transfers and changes",
      paragraphs: [
        "Where data leaves your country, it does so under a contract that the law recognizes for this. Governing law: {{JURISDICTION}}.",
        "If this policy changes in a way that matters to you, we tell you by mail 30 days ahead.",
      ],
    },
  ],
};
