import { KNOWLEDGE_NAMES } from "../knowledge-names.ts";
import { type ConfigOf, defineManifest } from "../manifest.ts";

export const mediawikiManifest = defineManifest({
  id: "mediawiki",
  name: KNOWLEDGE_NAMES.mediawiki,
  kind: "knowledge",
  pageTree: true,
  fields: [
    {
      key: "baseUrl",
      label: "API Address",
      help: "The address of the wiki's api.php. The page Special:Version of the wiki names it under “Entry point URLs”.",
      secret: false,
      required: true,
      pattern: /^https?:\/\/[^\s/@]+(?:\/[^\s?#]*)?\/api\.php$/,
      patternMessage: "Enter the whole address, from https:// to /api.php.",
      placeholder: "https://wiki.your-company.com/w/api.php",
    },
    {
      key: "spaceId",
      label: "Category",
      help: "The category in or below which all articles are, without “Category:”. Its page must exist.",
      secret: false,
      required: true,
      pattern: /^[^#<>[\]{}|]{1,200}$/,
      patternMessage: "A category's name has none of the characters # < > [ ] { } |.",
      placeholder: "Knowledge",
    },
    {
      key: "account",
      label: "Bot User",
      help: "The user, an at sign and the bot's name, as Special:BotPasswords shows them.",
      secret: false,
      required: false,
      isExtra: true,
      partOf: "apiKey",
      pattern: /^[^\s:@][^:@]*@[^\s:@]+$/,
      patternMessage: "The bot user must be in the form User@bot.",
      placeholder: "Lorekeep@articles",
    },
    {
      key: "apiKey",
      label: "Bot Password",
      help: "The password that Special:BotPasswords showed for it.",
      secret: true,
      required: true,
      pattern: /^[^\s:@][^:@]*@[^\s:@]+:\S+$/,
      patternMessage: "Enter the bot user, such as User@bot, and the bot password.",
      placeholder: "your bot password",
    },
  ],
  setupGuide: [
    {
      title: "Create an account that writes",
      text: "A separate account, such as Lorekeep, keeps its edits apart. Put it into the groups that may delete and restore pages (Administrators by default) on Special:UserRights, and into Bots, so that no rate limit and no captcha stops it.",
    },
    {
      title: "Create a bot password",
      text: "As that account, open Special:BotPasswords and create one with the grants: High-volume (bot) access; Edit existing pages; Create, edit, and move pages; View deleted files and pages; Delete pages, revisions, and log entries.",
    },
    {
      title: "Write the page of the category",
      text: "Open Category:Knowledge, or another name, and save a sentence there. Every article is put into it, or into a category below it that is named after the article's own; and into one for each of its labels.",
    },
    {
      title: "Copy the address of api.php",
      text: "Special:Version lists it under Entry point URLs.",
    },
    {
      title: "Know what a wiki keeps",
      text: "Whoever may read the wiki reads the articles. A removed article is deleted so that an administrator can restore it. The history of a page keeps every earlier text: what is deleted in the chat leaves the page, but not its older versions.",
    },
  ],
  docsUrl: "https://www.mediawiki.org/wiki/Manual:Bot_passwords",
});

export type MediaWikiConfig = ConfigOf<typeof mediawikiManifest>;
