import { getEventListeners } from 'node:events';
import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { FairGate, type GateLimits, type Visit } from './fair-gate';

afterEach(() => void vi.useRealTimers());

const turn = () => new Promise(setImmediate);

/** Starts work that ends only when the test says so. */
function controlled(limits: GateLimits) {
  const gate = new FairGate(limits);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = (owner: string, name: string, failure?: Error): Promise<string> =>
    gate.run(
      owner,
      () =>
        new Promise((resolve, reject) => {
          begun.push(name);
          ends.set(name, () => (failure === undefined ? resolve(name) : reject(failure)));
        }),
    );
  return { gate, begun, start, end: (name: string) => ends.get(name)?.() };
}

/** Visits a gate, and notes the order in which visits enter. */
function visits(gate: FairGate) {
  const order: string[] = [];
  const visit = (name: string, weight = 1, signal?: AbortSignal): Visit => {
    const made = gate.visit(name[0]!, { weight, signal });
    made.entered.then(
      () => order.push(name),
      () => order.push(`${name} refused`),
    );
    return made;
  };
  return { order, visit };
}

describe('work', () => {
  test('only so much runs at once; the next begins when one has ended, also by a failure', async () => {
    const { gate, begun, start, end } = controlled({ limit: 2 });
    const [first, second] = [start('a', '1'), start('a', '2', new Error('no space'))];
    const [third, fourth] = [start('a', '3'), start('a', '4')];
    expect(begun).toEqual(['1', '2']);
    end('1');
    expect(await first).toBe('1');
    await expect.poll(() => begun).toEqual(['1', '2', '3']);
    end('2');
    await expect(second).rejects.toThrow('no space');
    await expect.poll(() => begun).toEqual(['1', '2', '3', '4']);
    end('3');
    end('4');
    expect(await Promise.all([third, fourth])).toEqual(['3', '4']);
    expect([gate.held, gate.waiting, gate.owners]).toEqual([0, 0, 0]);
  });

  test('a failure before the first await gives its place back too', async () => {
    const gate = new FairGate({ limit: 1 });
    const broken = gate.run('a', () => {
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    expect(await gate.run('b', async () => 'next')).toBe('next');
  });

  test('an owner with much work does not keep another from its turn', async () => {
    const { begun, start, end } = controlled({ limit: 2 });
    for (let index = 0; index < 6; index += 1) void start('many', `m${index}`);
    void start('few', 'f0');
    end('m0');
    end('m1');
    await expect.poll(() => begun).toEqual(['m0', 'm1', 'm2', 'f0']);
  });

  test('a full line refuses with the gate’s error, and is open again once it has moved on', async () => {
    const full = new Error('come again later');
    const { begun, start, end } = controlled({ limit: 1, maxWaiting: 1, refusal: () => full });
    const [first, second] = [start('a', '1'), start('a', '2')];
    await expect(start('a', '3')).rejects.toBe(full);
    end('1');
    await first;
    const fourth = start('a', '4');
    end('2');
    expect(await second).toBe('2');
    await expect.poll(() => begun).toEqual(['1', '2', '4']);
    end('4');
    expect(await fourth).toBe('4');
  });
});

describe('weights', () => {
  test('one enters when all of it fits, and nobody overtakes one whose turn it is', async () => {
    const { order, visit } = visits(new FairGate({ limit: 10 }));
    const [first, heavy, light] = [visit('a1', 6), visit('b1', 8), visit('c1', 1)];
    await turn();
    expect(order).toEqual(['a1']);
    first.leave();
    await turn();
    expect(order).toEqual(['a1', 'b1', 'c1']);
    heavy.leave();
    light.leave();
  });

  test('one that is heavier than the limit enters alone', async () => {
    const gate = new FairGate({ limit: 10 });
    const { order, visit } = visits(gate);
    const [first, heavy] = [visit('a1', 1), visit('b1', 30)];
    first.leave();
    const last = visit('a2', 1);
    await turn();
    expect([order, gate.held]).toEqual([['a1', 'b1'], 30]);
    heavy.leave();
    last.leave();
  });

  test('a gate that overshoots lets in whoever comes while less than the limit is inside', async () => {
    const gate = new FairGate({ limit: 10, overshoots: true });
    const { order, visit } = visits(gate);
    const [first, second, third] = [visit('a1', 9), visit('b1', 50), visit('c1', 1)];
    await turn();
    expect([order, gate.held]).toEqual([['a1', 'b1'], 59]);
    second.leave();
    await turn();
    expect(order).toEqual(['a1', 'b1', 'c1']);
    first.leave();
    third.leave();
  });

  test('an owner at its own limit is passed over, and its first comes before its second', async () => {
    const { order, visit } = visits(new FairGate({ limit: 10, ownLimit: 6 }));
    const first = visit('a1', 5);
    const rest = [visit('a2', 4), visit('a3', 1), visit('b1', 2)];
    await turn();
    expect(order).toEqual(['a1', 'b1']);
    first.leave();
    await turn();
    expect(order).toEqual(['a1', 'b1', 'a2', 'a3']);
    for (const one of rest) one.leave();
  });
});

describe('waiting', () => {
  test('ends with the reason of the signal, and lets in whoever waited behind', async () => {
    const gate = new FairGate({ limit: 10 });
    const { order, visit } = visits(gate);
    const first = visit('a1', 5);
    const leaving = new AbortController();
    const heavy = visit('b1', 9, leaving.signal);
    const light = visit('c1', 5);
    leaving.abort(new Error('left'));
    await expect(heavy.entered).rejects.toThrow('left');
    await turn();
    expect(order).toEqual(['a1', 'c1', 'b1 refused']);
    first.leave();
    light.leave();
    expect(() => visit('a2', 1, leaving.signal)).toThrow('left');
    expect([gate.held, gate.waiting, gate.owners]).toEqual([0, 0, 0]);
  });

  test('ends after a while with the gate’s refusal', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const gate = new FairGate({ limit: 1, maxWaitMs: 1_000, refusal: (why) => new Error(`too ${why}`) });
    const first = gate.visit('a');
    const late = gate.visit('b');
    const refused = expect(late.entered).rejects.toThrow('too late');
    vi.advanceTimersByTime(999);
    expect(gate.waiting).toBe(1);
    vi.advanceTimersByTime(1);
    await refused;
    expect(gate.waiting).toBe(0);
    late.leave();
    first.leave();
    expect(gate.held).toBe(0);
  });

  test('leaves no timer and no listener behind, and whoever need not wait makes none', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { signal } = new AbortController();
    const gate = new FairGate({ limit: 1, maxWaitMs: 1_000 });
    const left = () => [vi.getTimerCount(), getEventListeners(signal, 'abort').length];
    const first = gate.visit('a', { signal });
    expect(left()).toEqual([0, 0]);
    const [second, third] = [gate.visit('b', { signal }), gate.visit('c', { signal })];
    expect(left()).toEqual([2, 2]);
    third.leave();
    expect(left()).toEqual([1, 1]);
    first.leave();
    await second.entered;
    expect(left()).toEqual([0, 0]);
    second.leave();
  });

  test('one that leaves while it waits never enters, and leaving twice gives back once', async () => {
    const gate = new FairGate({ limit: 2 });
    const { order, visit } = visits(gate);
    const [first, second, third] = [visit('a1'), visit('b1'), visit('c1')];
    third.leave();
    first.leave();
    first.leave();
    await turn();
    expect([order, gate.held]).toEqual([['a1', 'b1'], 1]);
    second.leave();
  });
});

/** What a random visitor does next; `at` chooses among the visits that are not over. */
type Step = { kind: 'come'; owner: number; weight: number } | { kind: 'leave' | 'abort'; at: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: come() },
    fc.record({ kind: fc.constantFrom('leave' as const, 'abort' as const), at: fc.nat(30) }),
  ),
  { maxLength: 40 },
);

function come(): fc.Arbitrary<Step> {
  const owner = fc.nat(3);
  return fc.record({ kind: fc.constant('come' as const), owner, weight: fc.integer({ min: 1, max: 6 }) });
}

const limits = fc.record({
  limit: fc.integer({ min: 1, max: 8 }),
  ownLimit: fc.option(fc.integer({ min: 1, max: 8 }), { nil: Number.POSITIVE_INFINITY }),
  overshoots: fc.boolean(),
});

interface Visitor {
  owner: string;
  weight: number;
  isInside: boolean;
  visit: Visit;
  leaving: AbortController;
}

/** Lets random visitors come, leave and give up; calls `check` after each step, with those not yet over. */
async function play(
  gate: FairGate,
  all: readonly Step[],
  check: (there: readonly Visitor[]) => void,
): Promise<void> {
  let there: Visitor[] = [];
  for (const step of all) {
    if (step.kind === 'come') there.push(visitor(gate, `o${step.owner}`, step.weight));
    const one = step.kind === 'come' ? undefined : there[step.at % Math.max(1, there.length)];
    if (step.kind === 'leave') one?.visit.leave();
    if (step.kind === 'abort') one?.leaving.abort(new Error('left'));
    // A signal only ends a wait: whoever is inside stays until it leaves.
    const isOver = step.kind === 'leave' || one?.isInside === false;
    if (isOver) there = there.filter((each) => each !== one);
    await turn();
    check(there);
  }
  for (const { visit } of there) visit.leave();
  await turn();
}

function visitor(gate: FairGate, owner: string, weight: number): Visitor {
  const leaving = new AbortController();
  const visit = gate.visit(owner, { weight, signal: leaving.signal });
  const made: Visitor = { owner, weight, isInside: visit.wasFree, visit, leaving };
  visit.entered.then(
    () => {
      made.isInside = true;
    },
    () => undefined, // it gave up, and is no longer looked at
  );
  return made;
}

const sum = (weights: readonly number[]): number => weights.reduce((total, weight) => total + weight, 0);

/** True if weights may be inside together: also one alone, and with `overshoots` all but the heaviest. */
function areWithin(weights: readonly number[], limit: number, overshoots: boolean): boolean {
  if (overshoots) return sum(weights) - Math.max(0, ...weights) < limit;
  return weights.length <= 1 || sum(weights) <= limit;
}

describe('random visits', () => {
  test('never exceed the limits, never wait at an empty gate, and leave nothing behind', async () => {
    await fc.assert(
      fc.asyncProperty(limits, steps, async (chosen, all) => {
        const gate = new FairGate(chosen);
        await play(gate, all, (there) => {
          const inside = there.filter(({ isInside }) => isInside);
          const weights = inside.map(({ weight }) => weight);
          expect(gate.held).toBe(sum(weights));
          expect(gate.waiting).toBe(there.length - inside.length);
          expect(areWithin(weights, chosen.limit, chosen.overshoots)).toBe(true);
          for (const owner of new Set(inside.map((each) => each.owner))) {
            const own = inside.filter((each) => each.owner === owner).map(({ weight }) => weight);
            expect(areWithin(own, chosen.ownLimit, chosen.overshoots)).toBe(true);
          }
          if (inside.length === 0) expect(gate.waiting).toBe(0);
        });
        expect([gate.held, gate.waiting, gate.owners]).toEqual([0, 0, 0]);
      }),
    );
  });

  test('starve nobody: a newcomer waits for one of each other owner, however many come', async () => {
    const lines = fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(lines, async (lengths) => {
        const gate = new FairGate({ limit: 1 });
        const { order, visit } = visits(gate);
        const inside = visit('x');
        const byName = new Map<string, Visit>();
        const add = (name: string) => byName.set(name, visit(name));
        lengths.forEach((length, owner) => {
          for (let place = 0; place < length; place += 1) add(`${owner}-${place}`);
        });
        add('new');
        inside.leave();
        await turn();
        for (let more = 0; order.at(-1) !== 'new'; more += 1) {
          const name = order.at(-1)!;
          add(`${name[0]}-more-${more}`);
          byName.get(name)?.leave();
          await turn();
        }
        const before = order.slice(1, -1).map((name) => name[0]);
        expect(before.length).toBe(new Set(before).size);
        for (const one of byName.values()) one.leave();
        expect([gate.held, gate.waiting, gate.owners]).toEqual([0, 0, 0]);
      }),
    );
  });
});
