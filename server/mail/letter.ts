import { BRAND } from "../../shared/domain/brand.ts";
import { html } from "../http/html.ts";
import type { Mail } from "./mailer.ts";

export interface Letter {
  title: string;
  /** Plain sentences, which are escaped in the HTML. */
  paragraphs: string[];
  button?: { label: string; url: string };
  /** Lists of links with a heading. */
  lists?: { heading: string; items: { text: string; url: string; note: string }[] }[];
  /** Small print below the button. */
  footnotes: string[];
}

const SERIF = "font-family:Georgia,'Times New Roman',serif";
const SANS = "font-family:-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";
const INK = "#1e1b17";
const ACCENT = "#17603f";

/** Writes a mail in the product's design, as HTML and as equivalent text. */
export function writeLetter({ title, paragraphs, lists = [], button, footnotes }: Letter): Pick<Mail, "text" | "html"> {
  const text = [
    title,
    ...paragraphs,
    ...lists.map(({ heading, items }) =>
      [heading, ...items.map(({ text, url, note }) => `- ${text} (${note})\n  ${url}`)].join("\n"),
    ),
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...footnotes,
    `-- \n${BRAND}`,
  ].join("\n\n");
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${title}</title></head>
<body style="margin:0;background:#f8f6f1;color:${INK}">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0"><tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:520px;text-align:left">
<tr><td style="${SERIF};font-size:18px;padding-bottom:16px;border-bottom:1px solid #dfd8cb">${BRAND}</td></tr>
<tr><td style="padding-top:28px"><h1 style="${SERIF};font-size:28px;line-height:1.25;font-weight:normal;margin:0 0 16px">${title}</h1>
${paragraphs.map((sentence) => html`<p style="${SANS};font-size:16px;line-height:1.6;margin:0 0 16px">${sentence}</p>`)}
${lists.map(
  ({ heading, items }) => html`<h2 style="${SANS};font-size:14px;line-height:1.5;margin:24px 0 8px">${heading}</h2>
${items.map(
  ({ text, url, note }) =>
    html`<p style="${SANS};font-size:16px;line-height:1.5;margin:0 0 10px"><a href="${url}" style="color:${ACCENT}">${text}</a><br><span style="font-size:13px;color:#6b6459">${note}</span></p>`,
)}`,
)}
${
  button &&
  html`<p style="margin:28px 0"><a href="${button.url}" style="${SANS};background:${ACCENT};color:#ffffff;font-size:16px;font-weight:600;text-decoration:none;padding:12px 20px;border-radius:4px;display:inline-block">${button.label}</a></p>
<p style="${SANS};font-size:13px;line-height:1.6;color:#6b6459;margin:0 0 16px">If the button does nothing, open this address:<br><a href="${button.url}" style="color:#6b6459;word-break:break-all">${button.url}</a></p>`
}
${footnotes.map((sentence) => html`<p style="${SANS};font-size:13px;line-height:1.6;color:#6b6459;margin:0 0 8px">${sentence}</p>`)}
</td></tr></table></td></tr></table></body></html>
`;
  return { text: `${text}\n`, html: page.value };
}
