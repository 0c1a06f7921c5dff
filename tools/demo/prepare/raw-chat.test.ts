import { describe, expect, it } from "vitest";
import { parseGitterHistory, parseLiveChat, parseUbuntuIrc } from "./raw-chat.ts";

const time = (iso: string) => Date.parse(iso);

describe("reading a published archive", () => {
  it("reads Gitter's newest-first table, with messages over several lines", () => {
    const tsv = [
      `r\tRoom\t2016-12-12T21:55:41.960Z\tu2\tbea\tm2\t"say ""hi""\nand bye"`,
      `r\tRoom\t2016-12-12T21:55:40.000Z\tu1\tal\tm1\thello`,
    ].join("\n");
    expect(parseGitterHistory(tsv)).toEqual([
      { at: time("2016-12-12T21:55:40Z"), nick: "al", text: "hello" },
      { at: time("2016-12-12T21:55:41.960Z"), nick: "bea", text: 'say "hi"\nand bye' },
    ]);
  });

  it("puts hand-separated dialogs back into one stream and takes a repeated message once", () => {
    const dialogs = [
      "[2016-12-29 17:21:57] <bea> it\\'s [<-CODE->] here",
      "-----------",
      "1 [2016-12-29T17:20:00] <al> hello",
      "and more",
      "[2016-12-29 17:21:57] <bea> it\\'s [<-CODE->] here",
    ].join("\n");
    expect(parseLiveChat(dialogs)).toEqual([
      { at: time("2016-12-29T17:20:00Z"), nick: "al", text: "hello\nand more" },
      { at: time("2016-12-29T17:21:57Z"), nick: "bea", text: "it's (code left out) here" },
    ]);
  });

  it("reads IRC over midnight, with the people who join, and spreads the lines of a minute", () => {
    const log = ["[23:59] <al> late", "=== bea [~x@host]  has joined #ubuntu", "[00:01] * bea waves"].join("\n");
    expect(parseUbuntuIrc(log, "2006-12-10.train-a")).toEqual([
      { at: time("2006-12-10T23:59:00Z"), nick: "al", text: "late" },
      { at: time("2006-12-10T23:59:30Z"), nick: "bea", text: "", event: "join" },
      { at: time("2006-12-11T00:01:00Z"), nick: "bea", text: "waves" },
    ]);
  });
});
