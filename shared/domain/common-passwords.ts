import { PASSWORD_LENGTH } from "./people.ts";

export const PASSWORD_COMMON = "This password is among the first that are guessed. Choose another one.";

/** The most frequent words in lists of stolen passwords, in several languages and keyboard layouts. */
const WORDS =
  "password passwort passw motdepasse contraseña letmein welcome willkommen bienvenue admin administrator root login changeme default secret geheim iloveyou sunshine princess dragon monkey football baseball basketball superman batman shadow master hunter starwars trustno michael charlie jordan summer winter spring autumn computer internet company lorekeep".split(
    " ",
  );
/** Sequences of adjacent keys. Passwords are also matched with them backwards. */
const RUNS = [
  "01234567890",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "1qaz2wsx3edc4rfv5tgb",
  "1q2w3e4r5t6y7u8i9o0p",
].flatMap((run) => [run, Array.from(run).reverse().join("")]);
const LOOK_ALIKE: Record<string, string> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/**
 * True for passwords that attackers try first, also with digits and signs around a word or in place of letters:
 * 'P@ssw0rd1!', 'Summer2026', 'qwertz123', '11111111'. The browser warns while the person types. The server refuses
 * these and a longer list (server/workspace/accounts/common-passwords.ts).
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.normalize("NFC").toLowerCase();
  if (Array.from(plain).length < PASSWORD_LENGTH.min) return false;
  if (/^(.{1,4})\1+$/u.test(plain) || /^\d{1,10}$/.test(plain) || isRun(plain)) return true;
  const word = plain.replace(/^\P{L}+|\P{L}+$/gu, "");
  const read = word.replace(/[013457@$!]/g, (sign) => LOOK_ALIKE[sign] ?? sign);
  return WORDS.includes(read) || (word.length >= 4 && isRun(word));
}

const isRun = (text: string) => RUNS.some((run) => run.includes(text));
