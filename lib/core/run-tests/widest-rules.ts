import type { ExpectationRule } from './rule';

/** More places are not collected: no test may have this many rules. */
const MOST_PLACES = 1_000;

/**
 * Collects rules, one for a place: of two the larger tolerance, and where their kinds differ one that ignores
 * the value.
 */
export class WidestRules {
  readonly #byPlace = new Map<string, ExpectationRule>();

  add(rule: ExpectationRule): void {
    const place = `${rule.of} ${rule.blockId ?? ''} ${rule.path}`;
    const known = this.#byPlace.get(place);
    if (known === undefined && this.#byPlace.size >= MOST_PLACES) return;
    this.#byPlace.set(place, known === undefined ? rule : wider(known, rule));
  }

  /** In the order their places were found. */
  get rules(): ExpectationRule[] {
    return [...this.#byPlace.values()];
  }
}

function wider({ tolerance, ...one }: ExpectationRule, other: ExpectationRule): ExpectationRule {
  if (one.allow !== other.allow) return { ...one, allow: 'any' };
  if (tolerance === undefined || other.tolerance === undefined) return one;
  return { ...one, tolerance: Math.max(tolerance, other.tolerance) };
}
