import { describe, expect, it } from "vitest";
import { FictionalPeople } from "./people.ts";
import { toSlackText } from "./wire-text.ts";

const people = new FictionalPeople(
  new Set(["jane_d42", "guest", "longnickname"]),
  new Set(["guest"]),
  new Map([["longnick", "longnickname"]]),
);
const jane = people.named("jane_d42");
const long = people.named("longnickname");
const written = (text: string, speakers: string[] = []) => toSlackText(text, people, new Set(speakers));

describe("a text of an archive becomes Slack's", () => {
  it("turns addresses into mentions and other uses of a nickname into the invented name", () => {
    expect(written("@JANE_D42 and jane_d42's fork")).toBe(`<@${jane.id}> and ${jane.firstName}'s fork`);
    expect(written("jane_d42: try again")).toBe(`<@${jane.id}>: try again`);
    expect(written("longnick, try again")).toBe(`<@${long.id}>, try again`);
    expect(written("I see.@jane_d42 thanks")).toBe(`I see.<@${jane.id}> thanks`);
    expect(written("thanks@jane_d42")).toBe(`thanks<@${jane.id}>`);
  });

  it("leaves a nickname that is a word where it is a word", () => {
    expect(written("log in as guest")).toBe("log in as guest");
    expect(written("guest: hello", ["guest"])).toBe(`<@${people.named("guest").id}>: hello`);
  });

  it("replaces nicknames in code too, and leaves the code's marks", () => {
    expect(written("`cd jane_d42 && ls`")).toBe(`\`cd ${jane.firstName} &amp;&amp; ls\``);
    expect(written("```\na < b\n```")).toBe("```\na &lt; b\n```");
    expect(written("`@app.route` and @types/node")).toBe("`@app.route` and @types/node");
  });

  it("keeps links to public documentation and takes out all others", () => {
    expect(written("see https://git-scm.com/docs?a=1&b=2.")).toBe("see <https://git-scm.com/docs?a=1&amp;b=2>.");
    expect(written("[the docs](https://docs.docker.com/)")).toBe("<https://docs.docker.com/|the docs>");
    expect(written("my page http://jane.example.net/~jane")).toBe("my page (link left out)");
    expect(written("![shot](https://files.example.net/a.png)")).toBe("(image left out)");
  });

  it("takes out addresses, numbers and home directories of people", () => {
    expect(written("mail jane@doe.net or 415-555-2671")).toBe("mail someone@example.com or 555-0100");
    expect(written("ping 84.23.11.9, not 192.168.0.1")).toBe("ping 203.0.113.7, not 192.168.0.1");
    expect(written("jane@laptop:~$ ls /home/jane/src")).toBe("user@host:~$ ls /home/user/src");
  });
});
