import { describe, expect, it } from "vitest";
import { collectEvidence } from "./exact-evidence.ts";
import { extractSpokenNumbers, extractSpokenTimes } from "./spoken-numbers.ts";

describe("the numbers that a message says as words", () => {
  it.each<[string, number[]]>([
    ["dreihundertzwanzig Euro die Woche", [320]],
    ["twenty-five", [25]],
    ["twenty five thousand", [25_000]],
    ["dreiundzwanzig", [23]],
    ["zweitausenddreihundert", [2_300]],
    ["zweitausend dreihundert fünfzig", [2_350]],
    ["two thousand three hundred and five", [2_305]],
    ["fifteen hundred", [1_500]],
    ["two hundred and fifty thousand", [250_000]],
    ["einhunderttausend", [100_000]],
    ["zweihundert und fünf", [205]],
    ["zweihundertunddreißig", [230]],
    ["zwanzig und fünf", [20, 5]],
    ["twenty and five", [20, 5]],
    ["zwanzig Fünf-Liter-Kanister", [20, 5]],
    ["bring twenty, five are gone", [20, 5]],
    ["for twenty\nfive of them", [20, 5]],
    ["5 thousand", [5_000]],
    ["3 hundert", [300]],
    ["1.15 thousand", [1_150]],
    ["12,5 tausend", [12_500]],
    ["5 thousand 3 hundred", [5_300]],
    ["v2 thousand users", []],
    ["320 Euro", []],
  ])("adds and multiplies only the words of one number: %s", (text, numbers) => {
    expect(extractSpokenNumbers(text)).toEqual(numbers);
  });

  it.each<[string, number[]]>([
    ["zwischen zweihundert und dreihundert Euro", [200, 300]],
    ["zwischen zweitausend und dreitausend", [2_000, 3_000]],
    ["hundert-zweihundert", [100, 200]],
    ["hundert bis zweihundert", [100, 200]],
    ["hundert–zweihundert", [100, 200]],
    ["zwischen fünfhundert und tausend", [500, 1_000]],
    ["two hundred and three hundred", [200, 300]],
    ["two thousand and three thousand", [2_000, 3_000]],
    ["two thousand three thousand", [2_000, 3_000]],
    ["between two hundred and three thousand", [200, 3_000]],
    ["between two hundred and fifty thousand", [200, 50_000]],
    ["between one hundred and twenty and two hundred", [120, 200]],
  ])("has both ends of a range and never their sum: %s", (text, numbers) => {
    expect(extractSpokenNumbers(text)).toEqual(numbers);
  });

  it.each<[string, number[]]>([
    ["Tausend Dank", []],
    ["hundert Mal gesagt", []],
    ["thousand thanks, hundred times", []],
    ["hunderthundert", []],
    ["zweihundertdreihundert", []],
    ["hundert Euro", [100]],
    ["hundert €", [100]],
    ["a thousand dollars", [1_000]],
    ["a hundred percent", [100]],
    ["one hundred times", [100]],
  ])("accepts a single 'hundred' or 'thousand' only beside a unit or number: %s", (text, numbers) => {
    expect(extractSpokenNumbers(text)).toEqual(numbers);
  });
});

it.each<[string, string[]]>([
  ["quarter past four", ["4:15", "16:15"]],
  ["quarter to 11", ["10:45", "22:45"]],
  ["half past three", ["3:30", "15:30"]],
  ["half past twelve", ["0:30", "12:30"]],
  ["halb vier", ["3:30", "15:30"]],
  ["um halb eins", ["0:30", "12:30"]],
  ["Viertel nach vier", ["4:15", "16:15"]],
  ["viertel vor elf", ["10:45", "22:45"]],
  ["viertel vor eins", ["0:45", "12:45"]],
  ["dreiviertel elf", ["10:45", "22:45"]],
  ["drei viertel 11", ["10:45", "22:45"]],
  ["eine dreiviertel Stunde", []],
  ["quarter to 90", []],
  ["deshalb vier", []],
])("a time in words stands for the time before and after noon: %s", (text, times) => {
  expect(extractSpokenTimes(text)).toEqual(times);
});

describe("the literal check of a number in a sentence", () => {
  const check = (sentence: string, ...texts: string[]) =>
    collectEvidence(texts.map((text) => ({ text }))).foreign(sentence);

  it.each<[string, string, string[]]>([
    ["Es gibt 200 bis 300 Euro.", "zwischen zweihundert und dreihundert Euro", ["200", "300"]],
    ["It is 320 euros.", "ab April gibt es dreihundertzwanzig Euro", ["320"]],
    ["The bus leaves at 22:45.", "quarter to eleven", ["22", "45"]],
    ["Der Bus fährt um 15.30 Uhr.", "um halb vier", ["15", "30"]],
    ["The limit is 5,000.", "about 5 thousand", ["5000"]],
  ])("leaves numbers that were only written as words to the checking model: %s", (sentence, said, numbers) => {
    expect(check(sentence, said)).toEqual({ certain: [], doubtful: numbers });
  });

  it.each<[string, string, string[]]>([
    ["500", "Es gibt 500 Euro.", ["zwischen zweihundert und dreihundert Euro"]],
    ["25", "It is for 25.", ["for twenty", "five of them"]],
    ["1000", "Es kostet 1000 Euro.", ["Tausend Dank"]],
    ["1000", "The limit is 1000.", ["about 5 thousand"]],
    ["100", "Die Grenze ist 100.", ["etwa 3 hundert"]],
    ["20300", "It costs 20300.", ["two hundred and three hundred"]],
  ])("calls %s an invention if no message contains it: %s", (number, sentence, said) => {
    expect(check(sentence, ...said)).toEqual({ certain: [number], doubtful: [] });
  });

  it("survives a hostile message of endless number words", () => {
    const words = ["tausend".repeat(2_000), "hundert und ".repeat(2_000), `halb ${"hundert".repeat(2_000)}`];
    expect(check("It costs 900 euros.", ...words)).toEqual({ certain: ["900"], doubtful: [] });
  });

  it("accepts a number that a message contains in digits", () => {
    expect(check("It costs 300 euros.", "300 euros", "dreihundert")).toEqual({ certain: [], doubtful: [] });
  });
});
