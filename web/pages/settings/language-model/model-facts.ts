import type { LanguageModelSettings, ListedModel } from "../../../../shared/contract/language-model.ts";
import { formatPrice } from "../../../lib/model-cost.ts";

type Model = ListedModel | NonNullable<LanguageModelSettings["models"]>["main"];
const THOUSAND = 1_000;
const MILLION = 1_000_000;

const formatWindow = (tokens: number) =>
  tokens < MILLION ? `${Math.round(tokens / THOUSAND)}k` : `${Number((tokens / MILLION).toFixed(1))}M`;

/** Describes a model: 'claude-sonnet-5-5 · reads 1M tokens · $3.00 in, $15.00 out'. */
export const describeModel = (model: Model): string => [model.name, ...windowAndPrice(model)].join(" · ");

function windowAndPrice({ contextTokens, price }: Model): string[] {
  return [
    ...(contextTokens === null ? [] : [`reads ${formatWindow(contextTokens)} tokens`]),
    price === null
      ? "no price known"
      : price.input + price.output === 0
        ? "free"
        : `${formatPrice(price.input)} in, ${formatPrice(price.output)} out`,
  ];
}
