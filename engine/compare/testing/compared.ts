import { createSentenceEncoder } from "../../encoder/sentence-encoder.ts";
import { compareKnowledge, type KnowledgeText } from "../same-knowledge.ts";

/** One encoder for all test files of a worker process, because loading the encoder takes a second. */
export const sharedEncoder = createSentenceEncoder();

export const buildKnowledgeText = (title: string, ...statements: string[]): KnowledgeText => ({
  title,
  contentType: "faq",
  statements: statements.map((statement) => ({ form: "sentence", text: statement })),
});

export const compareTexts = async (known: KnowledgeText, fresh: KnowledgeText) =>
  (await compareKnowledge(known, fresh, sharedEncoder)).relation;
