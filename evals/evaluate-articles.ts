import { type LabelledArticle, readArticleLabels } from "./article-labels.ts";
import { areaUnderCurve, calibrationError } from "./measures.ts";

/** From this confidence on an article went out without review when these were read; see `UNSAVED_REVIEW_SETTINGS` for today. */
const GOES_OUT = 0.5;

/** What a reader found of the engine's own articles, by round of reading: all of them, and those that go out unread. */
export function evaluateArticles() {
  const labels = readArticleLabels().filter(({ isSecond }) => !isSecond);
  const rounds = [...Map.groupBy(labels, ({ round }) => round)];
  const goesOut = ({ confidence }: LabelledArticle) => (confidence ?? 0) >= GOES_OUT;
  return {
    reading: rounds.flatMap(([round, rows]) => [
      shares(round, "all", rows),
      shares(round, "published", rows.filter(goesOut)),
    ]),
    calibration: rounds
      .filter(([, rows]) => rows.every(({ confidence }) => confidence !== null))
      .map(([round, rows]) => calibrationOf(round, rows)),
    agreement: agreement(),
  };
}

function shares(round: string, which: string, rows: LabelledArticle[]) {
  const share = (test: (row: LabelledArticle) => boolean) =>
    rows.length ? Math.round((rows.filter(test).length / rows.length) * 1_000) / 10 : null;
  return {
    round,
    which,
    articles: rows.length,
    publishable: share(({ isPublishable }) => isPublishable),
    "should not exist": share(({ exists }) => exists === "n"),
    faithful: share(({ isFaithful }) => isFaithful),
    complete: share(({ isComplete }) => isComplete === "y"),
    "title good or fair": share(({ titleIs }) => titleIs !== "b"),
    "reads as a document": share(({ reads }) => reads === "y"),
    "one conversation": share(({ isOneConversation }) => isOneConversation),
  };
}

function calibrationOf(round: string, rows: LabelledArticle[]) {
  const scored = rows.map(({ confidence, isPublishable }) => ({ score: confidence ?? 0, positive: isPublishable }));
  const bars = [0, 0.2, 0.4, 0.6, 0.8].map((from) => {
    const within = scored.filter(({ score }) => score >= from && score < from + 0.2 + Number(from === 0.8));
    return [
      `${from} to ${Math.round((from + 0.2) * 10) / 10}`,
      `${within.filter(({ positive }) => positive).length} of ${within.length}`,
    ];
  });
  return {
    round,
    AUC: Math.round(areaUnderCurve(scored) * 1_000) / 10,
    "calibration error": Math.round(calibrationError(scored) * 1_000) / 10,
    ...Object.fromEntries(bars),
  };
}

/** Articles that were read twice: how often both readings say the same. */
function agreement() {
  const rows = readArticleLabels();
  const idOf = ({ round, source, channel, first, title }: LabelledArticle) =>
    [round, source, channel, first, title].join("|");
  const once = new Map(rows.filter(({ isSecond }) => !isSecond).map((row) => [idOf(row), row]));
  const twice = rows
    .filter(({ isSecond }) => isSecond)
    .flatMap((second) => {
      const first = once.get(idOf(second));
      return first ? [{ first, second }] : [];
    });
  const same = (of: (row: LabelledArticle) => unknown) =>
    twice.length
      ? Math.round((twice.filter(({ first, second }) => of(first) === of(second)).length / twice.length) * 1_000) / 10
      : null;
  return [
    {
      "read twice": twice.length,
      publishable: same(({ isPublishable }) => isPublishable),
      "publishable, kappa": kappa(
        twice.map(({ first, second }) => [first.isPublishable, second.isPublishable] as const),
      ),
      "should not exist": same(({ exists }) => exists === "n"),
      faithful: same(({ isFaithful }) => isFaithful),
      title: same(({ titleIs }) => titleIs === "b"),
    },
  ];
}

/** Cohen's kappa in hundredths: 0 is what chance would give, 100 is always the same. */
function kappa(pairs: (readonly [boolean, boolean])[]): number | null {
  const share = (test: (pair: readonly [boolean, boolean]) => boolean) => pairs.filter(test).length / pairs.length;
  const yes = share(([first]) => first) * share(([, second]) => second);
  const no = share(([first]) => !first) * share(([, second]) => !second);
  const byChance = yes + no;
  if (pairs.length === 0 || byChance === 1) return null;
  return Math.round(((share(([first, second]) => first === second) - byChance) / (1 - byChance)) * 100);
}
