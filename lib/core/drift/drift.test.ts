import { expect, test } from 'vitest';
import { expectEvent, LEARNING_ANSWERS, learnAnswer } from './learn-answer';
import type { Answer } from './observe-answer';
import { emptyProfile, MAX_PATHS, Profile } from './profile';

/** `THOROUGH=10` tries ten times as many random cases. */
const THOROUGH = Number(process.env.THOROUGH ?? 1);

type Random = () => number;

/** Returns a seeded Mulberry32 generator. */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)]!;

/** An order as a service returns it: much of it varies from the beginning. */
function order(random: Random) {
  const items = Array.from({ length: Math.floor(random() * 5) }, (_, at) => ({
    sku: `S${at}`,
    price: random() < 0.5 ? 12 : 9.5,
    ...(random() < 0.1 && { gift: true }),
    discount: random() < 0.07 ? 3 : null,
  }));
  const ids = Array.from({ length: 3 }, () => String(Math.floor(random() * 1e6)));
  const words = Array.from({ length: 4 }, () => `k${Math.floor(random() * 500).toString(36)}z`);
  return {
    id: Math.floor(random() * 1e6),
    status: pick(random, ['open', 'paid', 'sent']),
    note: random() < 0.03 ? null : 'text',
    total: random() < 0.02 ? '12.00' : 12,
    customer: { name: 'Ada', ...(random() < 0.6 && { phone: '1' }), ...(random() < 0.01 && { vat: 'x' }) },
    items,
    owner: random() < 0.2 ? [] : { team: 'a' },
    byId: Object.fromEntries(ids.map((id) => [id, { seen: random() < 0.5 }])),
    byWord: Object.fromEntries(words.map((word) => [word, random() < 0.5 ? 1 : 'one'])),
    ...(random() < 0.005 && { rare: 1 }),
  };
}

const toRunResult = (body: unknown, change: Partial<Answer> = {}): Answer => ({
  status: 200,
  contentType: 'application/json; charset=utf-8',
  body,
  ...change,
});

/** Returns an answer with varying status and content type. */
function varied(random: Random): Answer {
  const chance = random();
  if (chance < 0.02) return toRunResult({ error: 'busy' }, { status: 503 });
  if (chance < 0.03) return toRunResult('<p>Oh</p>', { status: 502, contentType: 'text/html' });
  return toRunResult(order(random));
}

function learnt(answers: readonly Answer[], profile: Profile = emptyProfile()): Profile {
  for (const [at, answer] of answers.entries())
    learnAnswer(profile, answer, { atMs: profile.answers + at, logId: `log${profile.answers}` });
  return profile;
}

const many = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);
const found = ({ trials }: Profile) => trials.filter(({ foundMs }) => foundMs !== null);
const names = (profile: Profile) =>
  found(profile)
    .map(({ path, event }) => `${path} ${event}`)
    .sort();

test('a thousand answers that vary as they always have are no change, whatever the seed', () => {
  const first = Math.floor(Math.random() * 1e9);
  for (let seed = first; seed < first + 10 * THOROUGH; seed += 1) {
    const random = seeded(seed);
    const profile = learnt(many(1_000, () => varied(random)));
    expect(names(profile), `seed ${seed}`).toEqual([]);
  }
});

const CHANGES: Array<[string, (body: ReturnType<typeof order>) => Answer, string[]]> = [
  ['a new null', (body) => toRunResult({ ...body, status: null }), ['2xx body.status null']],
  ['a type', (body) => toRunResult({ ...body, id: String(body.id) }), ['2xx body.id string']],
  [
    'a missing field',
    ({ customer: { name: _, ...customer }, ...body }) => toRunResult({ ...body, customer }),
    ['2xx body.customer.name missing'],
  ],
  [
    'a field missing in items',
    (body) => toRunResult({ ...body, items: [{ price: 1, discount: null }] }),
    ['2xx body.items[].sku missing'],
  ],
  [
    'a list that became one value',
    (body) => toRunResult({ ...body, items: { sku: 'S', price: 1 } }),
    ['2xx body.items object'],
  ],
  ['an object that became a list', (body) => toRunResult([body]), ['2xx body array']],
  ['a status', (body) => toRunResult(body, { status: 410 }), ['status 410']],
  [
    'text in place of JSON',
    () => toRunResult('<html>', { contentType: 'text/html' }),
    ['2xx body string', '2xx contentType text/html'],
  ],
  [
    'a content type',
    (body) => toRunResult(body, { contentType: 'application/hal+json' }),
    ['2xx contentType application/hal+json'],
  ],
];

test.each(CHANGES)('%s is found, and nothing else', (_, change, expected) => {
  for (const before of [LEARNING_ANSWERS * 2, 1_000]) {
    const random = seeded(before);
    const profile = learnt(many(before, () => toRunResult(order(random))));
    learnt(
      many(before > 500 ? 8 : 20, () => change(order(random))),
      profile,
    );
    expect(names(profile)).toEqual(expected);
    for (const finding of found(profile)) {
      expect(finding.firstMs).toBeGreaterThanOrEqual(before);
      // A change that is expected from now on is not found again.
      expect(expectEvent(profile, finding.path, finding.event)).toBe(true);
    }
    learnt(
      many(60, () => change(order(random))),
      profile,
    );
    expect(names(profile)).toEqual([]);
  }
});

test('text is no news to a profile that has always had it, from before it was noted', () => {
  const random = seeded(8);
  const mixed = () =>
    random() < 0.3 ? toRunResult('ok', { contentType: 'text/plain' }) : toRunResult(order(random));
  const profile = learnt(many(300, mixed));
  expect(names(profile)).toEqual([]);
  delete profile.paths['2xx body']!.seen.string;
  expect(names(learnt(many(300, mixed), profile))).toEqual([]);
});

test('a null that comes in one of four answers is found within fifty', () => {
  const random = seeded(5);
  const profile = learnt(many(500, () => toRunResult(order(random))));
  learnt(
    many(50, () => toRunResult({ ...order(random), ...(random() < 0.25 && { status: null }) })),
    profile,
  );
  expect(names(profile)).toEqual(['2xx body.status null']);
});

test('one odd answer is no change, and is forgotten', () => {
  const random = seeded(6);
  const profile = learnt(many(200, () => toRunResult(order(random))));
  learnt([toRunResult({ ...order(random), status: null })], profile);
  expect(profile.trials).not.toEqual([]);
  learnt(
    many(60, () => toRunResult(order(random))),
    profile,
  );
  expect(profile.trials.filter(({ path }) => path === '2xx body.status')).toEqual([]);
});

test('what is kept has an end, however large, deep and different answers are', () => {
  const random = seeded(7);
  const deep = many(200, () => 0).reduce<unknown>((inside) => ({ inside: [inside] }), 1);
  const profile = emptyProfile();
  for (let at = 0; at < 60; at += 1) {
    const wide = Object.fromEntries(many(50, () => [`f${Math.floor(random() * 1e6)}x${at}`, { a: deep }]));
    const list = many(20_000, () => ({ [`g${Math.floor(random() * 1e6)}q`]: 1 }));
    learnt([toRunResult({ wide, list, ['n'.repeat(1_000)]: 1, __proto__: 1, constructor: 2 })], profile);
  }
  expect(Object.keys(profile.paths).length).toBeLessThanOrEqual(MAX_PATHS);
  expect(JSON.stringify(profile).length).toBeLessThan(200_000);
  expect(names(profile)).toEqual([]);
  // It is the same after being stored.
  expect(Profile.parse(JSON.parse(JSON.stringify(profile)))).toEqual(profile);
});
