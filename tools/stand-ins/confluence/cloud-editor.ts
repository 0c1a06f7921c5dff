import { randomUUID } from "node:crypto";
import { escapeHtml } from "../browser-page.ts";

/**
 * Returns a page's body after a person saved it in Confluence Cloud's editor. The editor rewrites the whole page from
 * its own model, even unchanged parts. Its link bodies, the `legacyAnchorId` of anchors and the width of code come from
 * pages of real sites.
 */
export function simulateEditorSave(storage: string): string {
  return storage
    .replace(
      /<ac:plain-text-link-body><!\[CDATA\[([\s\S]*?)\]\]><\/ac:plain-text-link-body>/g,
      (_link, text: string) => `<ac:link-body>${escapeHtml(text)}</ac:link-body>`,
    )
    .replace(
      /(<ac:structured-macro\b[^>]*ac:name="anchor"[^>]*>\s*<ac:parameter ac:name="">)([^<]*)(<\/ac:parameter>)(?!<ac:parameter)/g,
      '$1$2$3<ac:parameter ac:name="legacyAnchorId">LEGACY-$2</ac:parameter>',
    )
    .replace(
      /(<ac:structured-macro\b[^>]*ac:name="code"[^>]*>(?:<ac:parameter ac:name="language">[^<]*<\/ac:parameter>)?)(?=<ac:plain-text-body>)/g,
      '$1<ac:parameter ac:name="breakoutMode">wide</ac:parameter><ac:parameter ac:name="breakoutWidth">760</ac:parameter>',
    )
    .replace(/<ol>/g, () => `<ol start="1" local-id="${randomUUID()}">`)
    .replace(/<(ul|li|h2)>/g, (_tag, name: string) => `<${name} local-id="${randomUUID()}">`);
}
