/** "public class Order {", "}", "int id { get; set; }": one line of code, sent as a message. */
const IS_LINE_OF_CODE = /^(?:[\w<>[\],.*&:@]+\s+){0,5}[^\s.?!]*\s*[{};](?:\s*(?:get|set);)*\s*[};]*$/;
const TELLS_SOMETHING = /\b(?:you|then|that|this|is|are|was|it|to|use|and|the|or|not|if)\b(?!\s*\()/i;

/** Code that somebody pasted as if it were a sentence: marks of code, hardly a word of prose. */
export function isBareCode(text: string): boolean {
  if (/`|\]\(|https?:|<-/.test(text)) return false;
  if (/^\[[^\]]*\]\.?$/.test(text)) return false;
  const marks = text.match(/[={}[\];|$]|\(\)|\w\(|=>|->/g)?.length ?? 0;
  const tokens = text.split(/\s+/);
  if (/[={}()<>]/.test(text) && IS_LINE_OF_CODE.test(text) && !TELLS_SOMETHING.test(text)) return true;
  const prose = tokens.filter((token) => /^[a-z]+['’]?[a-z]*[,.!?]?$/i.test(token)).length;
  return marks >= 2 && (prose <= 1 || (marks >= 6 && prose <= tokens.length * 0.4));
}
