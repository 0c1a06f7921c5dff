import { describe, expect, it } from "vitest";
import { redactText } from "./redact.ts";

/** The parts are joined here so that secret scanners do not report the tests. */
const join = (...parts: string[]) => parts.join("");

describe("a secret is replaced with a readable mark", () => {
  it.each([
    [
      "a Slack bot token",
      join("use xo", "xb-123456789012-1234567890123-AbCdEfGhIjKlMnOpQrStUvWx now"),
      "use [token removed] now",
    ],
    ["an AWS key", join("id AK", "IAIOSFODNN7EXAMPLQ ok"), "id [API key removed] ok"],
    ["a GitHub token", join("gh", "p_abcdefghijklmnopqrstuvwxyz0123456789"), "[token removed]"],
    ["a Google key", join("AI", "zaSyA1234567890abcdefghijklmnopqrstuv"), "[API key removed]"],
    ["a Stripe key", join("sk", "_live_4eC39HqLyjWDarjtT1zdp7dc"), "[API key removed]"],
    [
      "a JSON web token",
      join("ey", "JhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U"),
      "[token removed]",
    ],
    [
      "a generic key of high entropy",
      "api_key=9fK2mQ8xLw0ZpR4tVb7N is in the vault",
      "api_key=[API key removed] is in the vault",
    ],
    ["a password that is told", "the password is hunter2!9 for now", "the password is [password removed] for now"],
    ["a password in a setting", 'password: "S3cr3t-Wort"', 'password: "[password removed]"'],
    [
      "a password in an address",
      "postgres://app:Xk29fjq0@db.internal:5432/shop",
      "postgres://app:[password removed]@db.internal:5432/shop",
    ],
    ["an e-mail address", "write to dana.fox@larkmoor.example.com please", "write to [e-mail address removed] please"],
    ["a card number", "card 4111 1111 1111 1111 was declined", "card [card number removed] was declined"],
    [
      "a phone number",
      "call +49 30 12345678 or (415) 555-0132",
      "call [phone number removed] or [phone number removed]",
    ],
    ["a password that somebody proposes", "use P@ssw0rd4236 as the password", "use [password removed] as the password"],
    ["a password in a command", "mysql -u root -pXk29fjq0 shop", "mysql -u root -p[password removed] shop"],
    ["a password in another language", "das Passwort ist Winter2031!", "das Passwort ist [password removed]"],
    [
      "a password behind its name alone",
      "anmelden als putz, passwort Zahn!2031",
      "anmelden als putz, passwort [password removed]",
    ],
    [
      "a setting with a unit is no address",
      "langes Programm: Programm 4, 1530 Grad",
      "langes Programm: Programm 4, 1530 Grad",
    ],
    ["a plain word that is set", "password=swordfish", "password=[password removed]"],
    [
      "a postal address",
      "ship it to 2231 2nd Ave, Seattle, WA 98121 please",
      "ship it to [postal address removed] please",
    ],
    ["an address in Germany", "Lindenstr. 12, 10435 Berlin ist es", "[postal address removed] ist es"],
    ["a road where somebody lives", "Kim lives at 12 Harbour Road", "Kim lives at [postal address removed]"],
    [
      "a German road where somebody lives",
      "Kim wohnt jetzt in der Lindenstr. 12",
      "Kim wohnt jetzt in der [postal address removed]",
    ],
    ["a flat", "it is 12 Elm St Apt B", "it is [postal address removed]"],
    ["a bank account", "to DE89 3704 0044 0532 0130 00 today", "to [account number removed] today"],
    ["a number to call", "call me at 030 1234567", "call me at [phone number removed]"],
    [
      "a webhook",
      join("https://hooks.slack.com/ser", "vices/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX"),
      "[webhook address removed]",
    ],
  ])("%s", (_, text, expected) => {
    expect(redactText(text).text).toBe(expected);
  });

  it("replaces all lines of a private key", () => {
    const key = `${join("-----BEGIN RSA PRIV", "ATE KEY-----")}\nMIIEpAIBAAKCAQEA\nabc\n${join("-----END RSA PRIV", "ATE KEY-----")}`;
    expect(redactText(`here:\n${key}\ndone`)).toEqual({
      text: "here:\n[private key removed]\ndone",
      redactions: [{ what: "private key", count: 1 }],
    });
  });

  it("counts the secrets of each kind", () => {
    expect(redactText("a@b.co and c@d.co, tel (415) 555-0132").redactions).toEqual([
      { what: "e-mail address", count: 2 },
      { what: "phone number", count: 1 },
    ]);
  });

  it("finds no secret in a text that is already redacted", () => {
    const once = redactText("password=Abc12345x and a@b.co").text;
    expect(redactText(once)).toEqual({ text: once, redactions: [] });
  });
});

describe("a code of a door, an alarm or a safe is removed, in English and German", () => {
  it.each([
    ["The alarm PIN for the shop is 9038", "9038"],
    ["gate code 88213 until Monday", "88213"],
    ["The door code changed, it's 4471 now", "4471"],
    ["The code for the back door is 7731.", "7731"],
    ["safe combination 12-34-56", "12-34-56"],
    ["the lockbox 4410 has the spare keys", "4410"],
    ["4471 and hash, then push", "4471"],
    ["Türcode Hintereingang ist 4711#", "4711"],
    ["Code an der Hintertür: 2906", "2906"],
    ["Der Code für den Tresor: 55 12 90", "55 12 90"],
    ["Alarmanlage: 1234 Raute", "1234"],
    ["2906 und raute", "2906"],
    ["PIN der Firmenkarte 3355", "3355"],
    ["Im Schlüsselkasten 0815 liegt der Ersatz", "0815"],
    ["WLAN-Schlüssel: Sommer2026!", "Sommer2026"],
    ["Mrs Reed rang, 07700 900413", "900413"],
    ["Frau Reed hat angerufen, 0151 23456789", "23456789"],
  ])("%s", (text, secret) => {
    const { text: left, redactions } = redactText(text);
    expect(left).not.toContain(secret);
    expect(redactions).toHaveLength(1);
  });

  it.each([
    "Der Türcode wurde 2025 geändert",
    "error code at the door scanner 4711 means low battery",
    "the exit code of the safe mode is 137",
    "Zimmer 4711 im 3. Stock",
    "Durchwahl 4711, Tor 12",
    "am Monitor steht Fehlercode 4711",
    "the door opens at 7:30 and closes at 1900",
    "the code review of the gate takes 120 minutes",
  ])("does not remove a number that is no code: %s", (text) => {
    expect(redactText(text)).toEqual({ text, redactions: [] });
  });
});

it("keeps the e-mail address of a department and removes the address of a person", () => {
  const roles = "absence@ support@ krankmeldung@ it-support@ versand@ personal@ notfall@ bewerbung@ no-reply@ empfang@";
  for (const role of roles.split(" ")) {
    const text = `Write to ${role}larkmoor.com first.`;
    expect(redactText(text)).toEqual({ text, redactions: [] });
  }
  for (const person of ["kim.yazzie@", "k.yazzie@", "ines@", "hannelore_sievers@"])
    expect(redactText(`Write to ${person}larkmoor.com.`).text).toBe("Write to [e-mail address removed].");
});

describe("a text that only looks like a secret stays", () => {
  it.each([
    "upgrade from 2.4.1 to 10.15.7-beta.2",
    "reverted in 3f786850e387550fdab836ed7e6dc881de23001b",
    "the server is 192.168.10.25:8443",
    "since 2026-11-21T10:15:00Z it works",
    "order 48-20917 of 1,000 pieces",
    "the password is wrong",
    "my password is not accepted, the password is stored hashed",
    "password: required",
    "set password=process.env.DB_PASSWORD",
    "the key is to restart the service",
    "git@github.com:team/repo.git",
    "npm install @types/node@24.1.0",
    "ping @dana about ticket 1234567890123",
    "uuid 123e4567-e89b-12d3-a456-426614174000",
    "token: YOUR_TOKEN_HERE_PLEASE_1",
    "const key = Object.keys(map)[0]",
    "user.password = hash;",
    "password: config.harvest.password",
    "it asks for Password: type your own",
    "[sudo] password for eric: Reading package lists",
    "sudo dpkg -P flashplugin-downloader:i386",
    "TTY=pts/1 ; PWD=/var/log ; USER=root",
    "aur/sublime-text 2.0.2-4 (528) (7.53)",
    "https://chat.larkmoor.dev/status/535126260741971968",
    "ssh deploy@build.larkmoor.com",
    "session id: 3dc74aab-0913-440a-aa41-78f93de4f6cd",
    "the 5 way street parade, 3 drive bays and Token ring 5",
    "the depot at 12 Harbour Road closes at six, pallets go to the gate in 3 Mill Lane",
    "Upload it to 2 Google Drive folders and 1 Dropbox Place",
    "Das Lager in der Hafenstraße 12 hat bis 18 Uhr offen",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
  ])("%s", (text) => {
    expect(redactText(text)).toEqual({ text, redactions: [] });
  });
});
