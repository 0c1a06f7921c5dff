/** Each word's position is its value. */
const BELOW_TWENTY = [
  "null ein zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn funfzehn sechzehn siebzehn achtzehn neunzehn",
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen",
];
/** Each word's position is its value in tens. */
const TENS = [
  "- - zwanzig dreissig vierzig funfzig sechzig siebzig achtzig neunzig",
  "- - twenty thirty forty fifty sixty seventy eighty ninety",
];
const SIZES = { hundert: 100, tausend: 1_000, hundred: 100, thousand: 1_000 };
/** A longer word is no number; reading it would only take time. */
const LONGEST_WORD = 60;

const VALUES = new Map<string, number>([
  ...BELOW_TWENTY.flatMap((words) => words.split(" ").map((word, value): [string, number] => [word, value])),
  ...TENS.flatMap((words) => words.split(" ").map((word, ten): [string, number] => [word, 10 * ten])),
  ...Object.entries(SIZES),
]);

/** The numbers that a text says as words, in German or English: 'dreihundertzwanzig', 'twenty-five', 'two thousand'. */
export function spokenNumbersOf(text: string): number[] {
  const found: number[] = [];
  let [thousands, run] = [0, null as number | null];
  const end = () => {
    if (run !== null || thousands > 0) found.push(thousands + (run ?? 0));
    [thousands, run] = [0, null];
  };
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
  for (const word of plain.match(/\p{L}+|[^\p{L}\s-]+/gu) ?? []) {
    const value = word.length > LONGEST_WORD ? null : valueOf(word);
    if (value === null) {
      if (run === null || (word !== "and" && word !== "und")) end();
    } else if (value === 1_000) [thousands, run] = [(run ?? 1) * value, null];
    else if (value === 100) run = (run ?? 1) * value;
    else if (run === null) run = value;
    else if (run % 100 === 0 || (run % 10 === 0 && run % 100 >= 20 && value < 10)) run += value;
    else {
      end();
      run = value;
    }
  }
  end();
  return found;
}

/** The value of one word, which German joins: 'fünfundzwanzig', 'zweitausenddreihundert'. */
function valueOf(word: string): number | null {
  const known = VALUES.get(word);
  if (known !== undefined) return known;
  for (const name of ["tausend", "hundert"] as const) {
    const at = word.indexOf(name);
    if (at < 0) continue;
    const rest = word.slice(at + name.length).replace(/^und/, "");
    const [before, after] = [at === 0 ? 1 : valueOf(word.slice(0, at)), rest === "" ? 0 : valueOf(rest)];
    return before === null || after === null ? null : before * SIZES[name] + after;
  }
  const [, one = "", ten = ""] = /^(.{3,6})und(.{6,8})$/.exec(word) ?? [];
  const [ones, tens] = [VALUES.get(one), VALUES.get(ten)];
  return ones !== undefined && tens !== undefined && ones < 10 && tens >= 20 && tens < 100 ? tens + ones : null;
}
