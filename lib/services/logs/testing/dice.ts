/** Reproducible chance: the same seed gives the same results. */
export interface Dice {
  /** From 0 to 1. */
  random(): number;
  chance(share: number): boolean;
  /** Returns an integer below `end`. */
  below(end: number): number;
  pick<T>(items: readonly T[]): T;
  /** Returns malicious or unexpected text. */
  hostileText(): string;
}

const HOSTILE = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'undefined',
  'NaN',
  'Infinity',
  '-Infinity',
  '1e999',
  '-0',
  '0x10',
  '1_000',
  'true',
  'TRUE',
  '[]',
  '{}',
  '[object Object]',
  '\u0000',
  'a\u0000b',
  '\r\nx: y',
  '\t',
  '\u202e',
  '\ud83d\ude00',
  "'",
  '"',
  '\\',
  "' OR 1=1 --",
  "'; DROP TABLE runtime.log; --",
  '$1',
  '%',
  '%00',
  '%27',
  '#{7*7}',
  '{{x}}',
  '../../etc/passwd',
  '__proto__',
  'constructor',
  'toString',
  '*',
  ',',
  ',,,',
  'a,b,,c',
  '<script>',
  '9'.repeat(20),
  '9'.repeat(400),
  '-'.repeat(50),
  'é'.repeat(300),
  'x'.repeat(8_000),
  '0'.repeat(36),
  '2026-02-30',
  '2026-13-01T00:00:00Z',
  '0000-00-00',
  '-271821-04-20',
  '+275760-09-13',
  '9999-12-31T23:59:59.999Z',
  '2026-01-01T00:00:00+99:99',
  '0001-01-01',
  '1e3',
  '1.0',
  '.5',
  '5.',
  '1e-400',
  '00000000-0000-0000-0000-000000000000',
];

export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (end: number): number => Math.floor(next() * end);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!;
  return { random: next, chance: (share) => next() < share, below, pick, hostileText: () => pick(HOSTILE) };
}
