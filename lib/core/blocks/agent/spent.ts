import type { ModelPrice, TokenUsage } from '../../../platform/models/contract';
import { addUsd } from '../../../platform/text/usd';
import { addUsage, countTokens, NO_USAGE } from './count-tokens';

/** The tokens and cost of the answers so far. */
export class Spent {
  #usage: TokenUsage = NO_USAGE;
  #usd = 0;
  #isPriced = false;

  add(usage: TokenUsage, price: ModelPrice | null): void {
    this.#usage = addUsage(this.#usage, usage);
    if (price === null) return;
    this.#usd = addUsd(this.#usd, price.total);
    this.#isPriced = true;
  }

  /** The members `tokens` and `cost` of the block's output. */
  get output() {
    return { tokens: countTokens(this.#usage), cost: this.#isPriced ? this.#usd : null };
  }
}
