import { describe, expect, it } from "vitest";
import type { ChatMessage } from "../../shared/domain/chat.ts";
import { formConversations } from "./form-conversations.ts";

const START = Date.UTC(2026, 0, 5, 9);

/** Lines `minutes name: text`; `minutes>id name: text` is a reply in the thread of message `id`. Ids count from 1. */
function channel(lines: string[]): ChatMessage[] {
  return lines.map((line, index) => {
    const [, minutes = "0", thread, name = "?", text = ""] =
      /^(\d+(?:\.\d+)?)(?:>(\d+))? ([^:]+): (.*)$/.exec(line) ?? [];
    return {
      externalId: String(index + 1),
      threadId: thread ?? null,
      author: { externalId: `U-${name}`, name },
      sentAt: new Date(START + Number(minutes) * 60_000),
      editedAt: null,
      text,
    };
  });
}

const grouped = (messages: ChatMessage[]) =>
  formConversations(messages).map((conversation) =>
    conversation.messages.map((message) => message.externalId).join(" "),
  );

describe("conversations", () => {
  it("keeps a platform's thread as it is, a reply of the next week included", () => {
    const messages = channel([
      "0>1 Ana: How do I reset the scanner?",
      "1>1 Ben: hold the button for ten seconds",
      "2 Cem: fresh cake in the kitchen!",
      "10080>1 Ana: worked again today, thanks",
    ]);
    expect(grouped(messages)).toEqual(["1 2 4", "3"]);
    expect(formConversations(messages)[0]?.key).toBe("1");
  });

  it("begins another conversation with a question that shares nothing with a thread its writer was in", () => {
    const standUp = [
      "1>77 Cem: test plan returns portal. blocked: returns portal doesn't exist",
      "4>77 Leon: Reservation cleanup, day 2.",
      "8>77 Zoe: labels!! still!!",
    ];
    const asked = [
      "40 Cem: why does every docker build of the shop take 9 minutes, I changed one line in a .ts file",
      "44 Leon: Because we copy everything before we install, any changed file invalidates the layer.",
    ];
    expect(grouped(channel([...standUp, ...asked]))).toEqual(["1 2 3", "4 5"]);
    const back = [...standUp, "9 Leon: @Cem is the returns portal blocked by the reservation cleanup?"];
    expect(grouped(channel(back)), "a question about the thread may join it").toHaveLength(1);
  });

  it("begins another conversation with what names its own matter beside the thread or talk that its writer was in", () => {
    const locker = [
      "0>77 Ana: How do I set a parcel locker as the delivery address?",
      "4>77 Nadia: Open the customer, choose Addresses and type the postcode. A machine needs a locker of size L.",
      "6>77 Nadia: If the list is empty, the carrier has no locker of that size nearby.",
      "11>77 Ana: Found one two streets away, thank you!",
    ];
    const rule =
      "Hidden damage of a pallet has to be claimed within five days since last week, with photos of every side.";
    expect(grouped(channel([...locker, `90 Nadia: ${rule}`]))).toEqual(["1 2 3 4", "5"]);
    const name = 'The carrier wants the reason "Carrier damage" now, no longer "Damaged in transit".';
    expect(grouped(channel([...locker, `90 Nadia: ${name}`]))).toEqual(["1 2 3 4", "5"]);
    const talk = locker.map((line) => line.replace(">77", ""));
    expect(grouped(channel([...talk, `13 Nadia: ${name}`])).at(-1)).toBe("5");
    const own = 'The button is called "Parcel box" now, no longer "Parcel locker".';
    expect(grouped(channel([...locker, `90 Nadia: ${own}`])), "a correction of the thread joins it").toHaveLength(1);
    const more =
      "If the locker is full, the carrier takes the parcel to the next shop, and she gets a mail with its address.";
    expect(grouped(channel([...locker, `90 Nadia: ${more}`])), "more about it too").toHaveLength(1);
  });

  it("keeps the root's key for a thread whose first message was read before", () => {
    const messages = channel(["0>77 Ben: hold the button for ten seconds", "1>77 Ana: thanks"]);
    expect(formConversations(messages).map((conversation) => conversation.key)).toEqual(["77"]);
  });

  it("tells two conversations apart that run through each other, by whom people speak to", () => {
    const messages = channel([
      "0 Ana: how do I mount a usb disk under linux?",
      "0.3 Cem: does anyone know a good editor for latex?",
      "0.6 Ben: Ana: run lsblk first and see which device it is",
      "0.9 Dora: Cem: texstudio is fine for latex",
      "1.2 Ana: Ben: it says sdb1",
      "1.5 Cem: Dora: thanks, installing texstudio",
      "1.8 Ben: Ana: then sudo mount /dev/sdb1 /mnt",
    ]);
    expect(grouped(messages)).toEqual(["1 3 5 7", "2 4 6"]);
  });

  it("understands @names with a space", () => {
    const messages = channel([
      "0 Ana Fox: how do I mount a usb disk under linux?",
      "0.3 Cem Oz: does anyone know a good editor for latex?",
      "0.6 Ben: @Ana Fox run lsblk first and see which device it is",
      "0.9 Dora: @Cem Oz texstudio is fine",
    ]);
    expect(grouped(messages)).toEqual(["1 3", "2 4"]);
  });

  it("follows a slow conversation over minutes and ends it with a long silence", () => {
    const messages = channel([
      "0 Ana: The label printer prints every second label empty, what can I do?",
      "6 Ben: it lost the size of the labels, hold pause until the light is yellow",
      "15 Ana: all labels are there, thank you",
      "1440 Cem: Can I work from Portugal for six weeks in spring?",
      "1449 Dora: 30 days a year within the EU, ask four weeks before",
    ]);
    expect(grouped(messages)).toEqual(["1 2 3", "4 5"]);
  });

  it("keeps keys and members when later messages arrive", () => {
    const messages = channel(
      Array.from(
        { length: 60 },
        (_, index) =>
          `${index * 3} P${index % 5}: ${index % 7 === 0 ? "how do I configure the proxy for the build server?" : `try the setting number ${index} of the proxy`}`,
      ),
    );
    const before = formConversations(messages.slice(0, 40));
    const after = new Map(formConversations(messages).map((conversation) => [conversation.key, conversation]));
    expect(before.length).toBeGreaterThan(0);
    for (const conversation of before) {
      expect(after.get(conversation.key)?.messages.slice(0, conversation.messages.length)).toEqual(
        conversation.messages,
      );
    }
  });

  it("puts every message into exactly one conversation, oldest first, whatever the order they came in", () => {
    const messages = channel(
      Array.from(
        { length: 200 },
        (_, index) => `${(index * 37) % 200} P${index % 9}: word${index % 13} and word${index % 11}?`,
      ),
    );
    const ids = formConversations(messages).flatMap((conversation) =>
      conversation.messages.map((message) => message.externalId),
    );
    expect(ids.toSorted()).toEqual(messages.map((message) => message.externalId).toSorted());
    for (const { key, messages: members } of formConversations(messages)) {
      expect(key).toBe(members[0]?.externalId);
      expect(members.map((message) => message.sentAt.getTime())).toEqual(
        members.map((message) => message.sentAt.getTime()).toSorted((a, b) => a - b),
      );
    }
  });

  it("has nothing to say about nothing", () => {
    expect(formConversations([])).toEqual([]);
  });
});
