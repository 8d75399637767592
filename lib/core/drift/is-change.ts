import type { Trial } from './profile';

/** The probability below which a result counts as a change: one in a million. */
const CHANCE = 1e-6;
/** An event never seen in n answers has a rate below ln(1000) / n, except in one case of a thousand. */
const LOG_OF_THOUSAND = Math.log(1_000);
const LEAST_HITS = 3;

/**
 * Returns true if an event that occurred in `hits` of `answers`, after `clean` answers without it, is a
 * change rather than variety: at the highest rate that the clean answers allow, so many hits would be
 * too unlikely.
 */
export function isChange({ clean, answers, hits }: Pick<Trial, 'clean' | 'answers' | 'hits'>): boolean {
  if (hits < LEAST_HITS) return false;
  const rate = Math.min(0.5, LOG_OF_THOUSAND / clean);
  // The first hit began the trial, so it proves nothing.
  return tail(hits - 1, answers - 1, rate) < CHANCE;
}

/** Returns the probability of at least `hits` in `tries`. */
function tail(hits: number, tries: number, rate: number): number {
  let sum = 0;
  let logChoose = 0;
  for (let n = 0; n <= tries; n += 1) {
    if (n > 0) logChoose += Math.log((tries - n + 1) / n);
    if (n >= hits) sum += Math.exp(logChoose + n * Math.log(rate) + (tries - n) * Math.log1p(-rate));
  }
  return sum;
}
