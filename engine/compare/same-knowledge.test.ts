import { describe, expect, it } from "vitest";
import { compareKnowledge, type KnowledgeText } from "./same-knowledge.ts";
import { sharedEncoder } from "./testing/compared.ts";

const text = (title: string, ...statements: string[]): KnowledgeText => ({
  title,
  contentType: "howto",
  statements: statements.map((statement) => ({ form: "sentence", text: statement })),
});

const DEPLOY = text(
  "How do I roll back a failed deploy?",
  "Run `deployctl rollback web --to previous`.",
  "Tell #incidents before you start.",
);

describe("repeated knowledge", () => {
  it("is recognized although each text words its question differently", async () => {
    const asked = (question: string, minutes: string) =>
      text(
        question,
        question,
        "Run `deployctl rollback web --to previous` on the deploy host.",
        `Wait ${minutes} minutes first.`,
      );
    const known = asked("How do I roll back a failed deploy of the web shop?", "five");
    const fresh = asked("How can I roll back a failed deploy of the web shop?", "ten");
    expect(await compareKnowledge(known, fresh, sharedEncoder)).toMatchObject({ relation: "contradicts" });
  });

  it("is the same if it adds nothing new, even in different words", async () => {
    expect(await compareKnowledge(DEPLOY, DEPLOY)).toMatchObject({ relation: "same", addedStatements: [] });
    const again = text(
      "The deploy failed, how can we roll it back?",
      "Just run `deployctl rollback web --to previous`.",
    );
    expect(await compareKnowledge(DEPLOY, again)).toMatchObject({
      relation: "same",
      pairs: [{ known: 0, fresh: 0, relation: "same" }],
    });
  });

  it("adds the statements that the known text lacks, and reports their positions", async () => {
    const better = text(
      "Rolling back a failed deploy",
      "Run `deployctl rollback web --to previous`.",
      "Database migrations stay, apply the down script by hand.",
    );
    expect(await compareKnowledge(DEPLOY, better)).toMatchObject({ relation: "adds", addedStatements: [1] });
  });

  it("is different if the question is about another thing, even if the answers are similar", async () => {
    const reset = (thing: string) =>
      text(
        `How do I reset ${thing}?`,
        `Stop the service, run \`reset-db --force\` to reset ${thing}, then start it again.`,
      );
    for (const [one, other] of [
      ["the mirror", "the proxy"],
      ["the staging database", "the archive"],
    ] as const)
      expect((await compareKnowledge(reset(one), reset(other))).relation, `${one} and ${other}`).toBe("different");
  });

  it("does not contradict an article by a consequence for one person: 'so it still has no …'", async () => {
    const known: KnowledgeText = text(
      "Fix: VPN says connected (green) but nothing opens",
      "Hotel wifi puts its own tunnel around things, our packets are too big for it and get dropped silently.",
      "Fix: WireGuard → Larkmoor → Edit, in the block `[Interface]` add:",
    );
    known.statements = [...known.statements, { form: "code", text: "MTU = 1280" }];
    const fresh = text(
      "The tunnel shows green, you can reach nothing",
      "It's the train: their wifi can't carry our packet size.",
      "Your profile is from before the change, so it still has no MTU line.",
      "Edit the tunnel, under `[Interface]` write `MTU = 1280`, off and on.",
    );
    const { pairs } = await compareKnowledge(known, fresh, sharedEncoder);
    expect(pairs.filter(({ relation }) => relation === "contradicts")).toEqual([]);
  });

  it.each([
    ["a denial", "Do not tell #incidents before you start."],
    ["another number", "Wait ten minutes before you start."],
    ["another option", "Run `deployctl rollback web --force`."],
    ["that it is not to be had", "You cannot do it yourself, ask the release captain."],
  ])("contradicts by %s", async (_how, statement) => {
    const known = {
      ...DEPLOY,
      statements: [...DEPLOY.statements, ...text("", "Wait five minutes after it.").statements],
    };
    expect((await compareKnowledge(known, text(DEPLOY.title, statement))).relation).toBe("contradicts");
  });

  it.each([
    ["another time", "The cut-off for orders is 4 pm.", "The cut-off for orders is 2 pm."],
    ["another amount", "Up to 40 dollars a head are paid.", "Up to 60 dollars a head are paid."],
    ["another unit", "The export is kept for 3 days.", "The export is kept for 3 weeks."],
    ["another version", "Build it with Node 20.", "Build it with Node 22."],
    ["another weekday", "The export runs every Monday night.", "The export runs every Thursday night."],
    ["another person", "Ask Martina for the role of an auditor.", "Ask Stefan for the role of an auditor."],
    ["what was abolished", "Upload the recording to Vimeo.", "Vimeo was cancelled, upload the recording to YouTube."],
    ["the opposite", "The ribbon goes in with the shiny side down.", "The ribbon goes in with the shiny side up."],
    ["a price where there was none", "The parking permit is free.", "The parking permit costs 30 euros."],
    ["days where it was the same day", "Send the order on the same day.", "Send the order within three days."],
    ["that it is of no use", "Remove the permit and add it again.", "Adding the permit again does not help."],
    ["that all may", "Only the shift lead may open the export.", "Everybody may open the export."],
  ])("confirms no statement if the text says %s", async (_what, says, otherwise) => {
    const known = text("How does this go with the order, the export and the permit?", says);
    const fresh = { ...known, statements: text("", otherwise).statements };
    const comparison = await compareKnowledge(known, fresh);
    expect(comparison).toMatchObject({
      relation: "contradicts",
      pairs: [{ known: 0, fresh: 0, relation: "contradicts" }],
    });
  });

  it.each([
    ["a number in words", "Send it back within 7 days.", "Send it back within a week."],
    ["a time written in another way", "The cut-off for orders is 4 pm.", "The cut-off for orders is 16:00."],
    ["the same price", "The parking permit is free.", "The parking permit costs nothing."],
    ["no charge", "The parking permit is free.", "The parking permit comes at no charge."],
    ["the last day of a month", "The permit is valid until 31 March.", "The permit is valid until the end of March."],
    ["half a year", "The permit is valid for six months.", "The permit is valid for half a year."],
    ["a time of the evening", "The export starts at 18:00.", "The export starts at six in the evening."],
    ["a time of the morning", "The export starts at 8:30.", "The export starts at half past eight in the morning."],
    ["weeks in other words", "The export runs every two weeks.", "The export runs every other week."],
    ["an amount with its currency", "The permit costs 49 euros.", "The permit costs EUR 49."],
  ])("confirms a statement if the text says %s", async (_what, says, again) => {
    const known = text("How does this go with the order, the export and the permit?", says);
    const fresh = { ...known, statements: text("", again).statements };
    expect(await compareKnowledge(known, fresh)).toMatchObject({ relation: "same", addedStatements: [] });
  });

  it("does not contradict if a yes and a no answer opposite questions with the same words", async () => {
    const rest = "put the goods on the blue shelf and mail the buyer.";
    const known = text("Goods arrive without a delivery note, do we take them?", `Yes, ${rest}`);
    const fresh = text("Goods arrive without a delivery note, do we refuse them?", `No, ${rest}`);
    expect((await compareKnowledge(known, fresh, sharedEncoder)).relation).not.toBe("contradicts");
    const need = text(known.title, "No need to refuse them, put the goods on the blue shelf.");
    expect((await compareKnowledge(known, need, sharedEncoder)).relation).not.toBe("contradicts");
  });

  it.each([
    ["another subject", text("How do I renew the certificate of the gateway?", "Run `certbot renew`.")],
    ["another action", text("How do I freeze a deploy?", "Run `deployctl freeze web`.")],
  ])("is different if the text is about %s", async (_what, fresh) => {
    expect(await compareKnowledge(DEPLOY, fresh)).toMatchObject({
      relation: "different",
      pairs: [],
      addedStatements: [],
    });
  });

  it("is different for another environment or another number, even if the words are similar", async () => {
    const of = (title: string) => text(title, "It is not running.", "Start the container.");
    const alike: [string, string][] = [
      ["Are flags on by default in staging?", "Are flags on by default in production?"],
      ["Connection refused on port 5432", "Connection refused on port 6379"],
      ["How do I install the client on macOS?", "How do I install the client on Windows?"],
    ];
    for (const [known, fresh] of alike)
      expect((await compareKnowledge(of(known), of(fresh))).relation).toBe("different");
  });

  it("is compared without an error if a text is empty or far too long", async () => {
    const empty = text("");
    const huge = text("word ".repeat(20_000), "no ".repeat(20_000), "```\n".repeat(5_000));
    expect((await compareKnowledge(empty, empty)).relation).toBe("different");
    expect((await compareKnowledge(huge, DEPLOY)).relation).toBe("different");
    expect((await compareKnowledge(text("如何回滚部署？", "运行回滚命令。"), DEPLOY)).relation).toBe("different");
  });
});

describe("knowledge in different words", () => {
  it("is different if the texts have only times and small numbers in common", async () => {
    const refund = text(
      "How to refund half an order",
      "Bellweather Café got one of two parcels smashed, the other one arrived fine.",
      "Kestrel only lets you tick the whole order.",
      "Open the order, tab **Shipments**, click the parcel number (ends in `-2` for the second one), then Actions → Refund shipment.",
      'Choose reason "Damaged in transit" and untick "return expected", otherwise the customer gets a label for a box of shards.',
      "Press **Sync carrier** at the top, wait ten seconds and reload.",
      "You refund the **shipment**, not the order.",
      "The button only appears for delivered or lost parcels.",
    );
    const cutOff = text(
      "When's the cut-off?",
      "Parcels: order released by 14:00, pickup 16:30, next day.",
      "Pallets: by 11:00, pickup 15:00, two days.",
      "Express 09:00 delivery: by 12:30.",
      "It counts when the payment is **released** in Kestrel, not when he clicks, so bank transfers never make it.",
      "If it's later than that: up to 15:30 you may call the shift lead (4420).",
      "If the wave isn't closed they add it by hand.",
      "Please no more than two a day, and never on Mondays.",
    );
    for (const [one, other] of [
      [refund, cutOff],
      [cutOff, refund],
    ] as const)
      expect((await compareKnowledge(one, other, sharedEncoder)).relation, `${one.title} ${other.title}`).toBe(
        "different",
      );
  });

  const PAYDAY = text(
    "When is payday?",
    "Salaries are paid on the 25th.",
    "If that is a weekend, on the Friday before.",
  );

  it("is added to the article with the same meaning, and contradicts nothing in it", async () => {
    const again = text(
      "On which day do we get our wages?",
      "On the 25th of each month; when it falls on a weekend, the Friday before.",
    );
    expect(["same", "adds"]).toContain((await compareKnowledge(PAYDAY, again, sharedEncoder)).relation);
  });

  it("is different if the answer means something else, even if the questions are similar", async () => {
    const bonus = text("When is the bonus paid?", "With the November salary, to everybody who was here before July.");
    expect((await compareKnowledge(PAYDAY, bonus, sharedEncoder)).relation).toBe("different");
  });

  it("does not count who asked and who answered as new information", async () => {
    const [first, second] = ["Asked by Mara, answered by Tom.", "Asked by Priya, answered by Lee."].map((who) =>
      text(PAYDAY.title, who, "Salaries are paid on the 25th."),
    );
    if (first && second)
      expect(await compareKnowledge(first, second, sharedEncoder)).toMatchObject({
        relation: "same",
        addedStatements: [],
      });
  });

  it("is different if the same sentences are about another thing", async () => {
    const reset = (thing: string) =>
      text(
        `How do I reset the ${thing}?`,
        `Stop the service first, then run \`reset-db --force\` to reset the ${thing}, and start the service again.`,
        "If it still refuses connections, check that the port 5432 is open in the firewall.",
      );
    expect((await compareKnowledge(reset("archive"), reset("mirror"), sharedEncoder)).relation).toBe("different");
    expect((await compareKnowledge(reset("archive"), reset("archive"), sharedEncoder)).relation).toBe("same");
  });

  it("is compared by words alone in languages other than English", async () => {
    const [vector] = await sharedEncoder.encode(["Die Gehälter werden am 25. überwiesen und nicht am Monatsende."]);
    expect(vector).toBeUndefined();
    const german = text("Wann kommt das Gehalt?", "Das Gehalt kommt am 25. des Monats auf das Konto.");
    expect((await compareKnowledge(german, german, sharedEncoder)).relation).toBe("same");
  });
});

describe("a long guide to one subject", () => {
  const GUIDE = text(
    "How to deal with a grinder complaint",
    "Please read it to the end before you promise anybody a new machine.",
    "It is on the silver plate under the hopper ring (Fjell One, Fjell Two), or on the left foot (Tarn).",
    'If the customer "can\'t find it", ask for a photo of the machine from below.',
    "Luca counts these, and last year the count is what got Fjell to pay for the bad capacitors.",
    "Then the socket: another machine in the same socket, same fuse.",
    "Then the thermal fuse: if it ran for more than 20 minutes without a break, it needs 45 minutes to cool down, and it won't say so.",
    "Tell them to switch it off NOW and pull the plug; two minutes of humming kills the motor, and that kills the warranty too.",
    "Then: hopper off, turn the adjustment collar four full turns towards coarse, look for a stone or a screw between the burrs (it's nearly always a little stone, they look like beans).",
    "Back to the old setting while the motor is RUNNING, otherwise it jams again at once.",
    "If there's no stone and it still hums, it's the start capacitor.",
    "Fjell One with serials from 2409 to 2431 had bad ones; those we replace for free even out of warranty, workshop code `CAP-24`.",
    "More than that: ask when the burrs were last changed.",
    "Flat 64 mm burrs hold about 600 kg of coffee.",
    "A café with 3 kg a day is there after some seven months, and nobody believes it.",
    "If they know the date and it's under 500 kg, it's the collar spring, part 7-0912, they can fit it themselves in ten minutes, there's a drawing in the box.",
    "Screeching at the start, gone after a second: burrs touch, collar one notch coarser, done.",
    "Under 12 months: customer chooses between repair (five working days, we pay both ways) and a loan machine from day one if it's their only grinder.",
    "Between 13 and 24 months: see what I wrote on the warranty on Tuesday, motor and burr carrier through Fjell if registered; everything else is a paid repair, quote first, 45 flat for the look.",
    "We swap for a new one ONLY if the same fault comes back a second time within 90 days, or if the workshop says so.",
    "Hopper off and empty, burr chamber empty (ask them to run it for five seconds without beans), in the original box if at all possible.",
    "If the date slips, you write before the customer does.",
    "Explanations are for Fridays.",
    "A loan goes out the same day if you enter it before 14:00, it goes out WITHOUT hopper for the reason above, and the customer signs that they clean it.",
    "When the repaired machine arrives, the pickup of the loan is booked for two days later, not for the same day: they want to try theirs first, and they are.",
    'About every fourth call on the Fjell Two is "it\'s louder than the old one".',
    "And one I want to read more often: what the customer was doing when it happened.",
  );

  it("does not have the topic of a short answer merely because it contains its words, and does not contradict it", async () => {
    const warranty = text(
      "How long is the warranty on the Fjell grinders, 12 months?",
      "Our **terms** say 12 months for businesses.",
      "Fjell as maker gives 24 on the motor and the burr carrier if the machine is registered, and that's the card in the box.",
      "12 months from us for everything, and months 13 to 24 motor and carrier only, with registration, and Fjell pays.",
      "Burrs themselves are wear parts, no warranty at all after the first 30 days, unless they were chipped on arrival.",
    );
    expect((await compareKnowledge(warranty, GUIDE, sharedEncoder)).relation).toBe("different");
    expect((await compareKnowledge(GUIDE, warranty, sharedEncoder)).relation).toBe("different");
  });

  it("is recognized under nearly the same title", async () => {
    const again = text(
      "Dealing with complaints about a grinder",
      GUIDE.statements[0]?.text ?? "",
      GUIDE.statements[1]?.text ?? "",
    );
    expect((await compareKnowledge(GUIDE, again, sharedEncoder)).relation).not.toBe("different");
  });
});

describe("a value that changed", () => {
  const cutOff = text(
    "Bis wann kann ich Bestellungen eingeben?",
    "Annahmeschluss ist 15:00 Uhr.",
    "Danach geht nichts raus.",
  );

  it("is recognized in German, even if the time is written without minutes", async () => {
    const asked = text("Bis wann kann ich Bestellungen noch eingeben?", "Annahmeschluss ist jetzt 13 Uhr.");
    expect(await compareKnowledge(cutOff, asked)).toMatchObject({
      relation: "contradicts",
      pairs: [{ known: 0, fresh: 0, relation: "contradicts" }],
    });
  });

  it("is recognized under any question if the text calls the old value outdated", async () => {
    const announced = text(
      "Ab Montag kommt der Fahrer früher",
      "Ab Montag ist Annahmeschluss schon um 13:00 Uhr, nicht mehr um 15:00 Uhr.",
    );
    expect(await compareKnowledge(cutOff, announced)).toMatchObject({ relation: "contradicts" });
    const limit = text("How much can I buy without asking?", "The limit for buying is £75.");
    const raised = text("From October we trust you more", "The limit for buying is £120, no longer £75.");
    expect(await compareKnowledge(limit, raised, sharedEncoder)).toMatchObject({
      relation: "contradicts",
      pairs: [{ known: 0, fresh: 0 }],
    });
  });

  it("is not recognized if another thing had the old value", async () => {
    const desk = text("Öffnungszeiten", "Der Empfang schließt um 17:00 Uhr, nicht mehr um 15:00 Uhr.");
    expect((await compareKnowledge(cutOff, desk)).relation).toBe("different");
  });
});
