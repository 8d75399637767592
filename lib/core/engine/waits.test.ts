import { expect, test, vi } from 'vitest';
import { patient } from '../../../scripts/lib/machine-speed.mjs';
import type { BegunWait, WaitEnd } from '../blocks/outside-work';
import type { JournalEntry, OutsideWait, RunPorts } from './ports';
import { gate, type Line, run, workflow } from './testing/probe-workflow';

/** A limit for hanging tests: a busy machine may take longer than Vitest's default second. */
const SOON = { timeout: patient(20_000) };

const LINKS = { url: 'https://here/wait/x', callbackUrl: 'https://here/api/x' };
const ANSWERED: WaitEnd = { how: 'answered', decision: null, data: { n: 1 }, answeredMs: 0 };

/** Waits that end when the test says so; `still` counts how often the run stood still. */
function waiting() {
  const ends = new Map<string, (end: WaitEnd) => void>();
  const still = vi.fn();
  const ports: Partial<RunPorts> = {
    wait: async ({ step, form, dueMs }: OutsideWait): Promise<BegunWait> => ({
      startedMs: 0,
      dueMs,
      links: form && LINKS,
      ended: new Promise((resolve) => ends.set(step, resolve)),
    }),
    giveWay: () => new Promise((resolve) => setImmediate(resolve)),
    standsStill: still,
  };
  return { ports, still, end: (step: string, end: WaitEnd = ANSWERED) => ends.get(step)?.(end) };
}

const asks = (name: string, extra: object = {}): Line => [
  name,
  undefined,
  undefined,
  { type: 'wait', config: { kind: 'callback' }, ...extra },
];

test('what stands behind an early port runs while the block waits, and sees its link', async () => {
  const outside = waiting();
  const document = workflow(
    [asks('ask'), ['mail', 'echo', '<ask.url>'], ['after', 'echo', '<ask.data.n>']],
    ['start>ask', 'ask:waiting>mail', 'ask:out>after'],
  );
  const running = run(document, outside);
  await vi.waitFor(() => expect(outside.still).toHaveBeenCalled(), SOON);
  outside.end('ask');
  const { ran, status } = await running;
  expect(status).toBe('success');
  expect(ran).toEqual([LINKS.url, '1']);
});

test('a run stands still only once nothing of it works any more', async () => {
  const outside = waiting();
  const { wait, open } = gate();
  const document = workflow([asks('ask'), ['slow', 'work']], ['start>ask', 'start>slow']);
  const work = async () => {
    await wait;
    return { ok: true as const, output: { value: null, error: null } };
  };
  const running = run(document, { ports: outside.ports, doings: { work } });
  // Many turns, in which it could be called too early; nothing here waits for anything but turns.
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(outside.still).not.toHaveBeenCalled();
  open();
  await vi.waitFor(() => expect(outside.still).toHaveBeenCalledTimes(1), SOON);
  outside.end('ask');
  await running;
});

test('in a container it stands still when every iteration that may run waits', async () => {
  const outside = waiting();
  const document = workflow(
    [
      [
        'all',
        undefined,
        undefined,
        { type: 'parallel', config: { kind: 'count', count: '5', concurrency: 2 } },
      ],
      asks('ask', { parentId: 'all' }),
    ],
    ['start>all'],
  );
  const running = run(document, outside);
  for (const index of [0, 1, 2, 3, 4]) {
    await vi.waitFor(() => expect(outside.still).toHaveBeenCalled(), SOON);
    outside.still.mockClear();
    outside.end(`ask@all:${index}`);
  }
  expect((await running).status).toBe('success');
});

test('a run without waits never stands still', async () => {
  const outside = waiting();
  const loop: Line = [
    'each',
    undefined,
    undefined,
    { type: 'loop', config: { kind: 'count', count: '100' } },
  ];
  const inside: Line = ['inside', 'echo', '<loop.index>', { parentId: 'each' }];
  const document = workflow([loop, inside, ['a'], ['b']], ['start>each', 'start>a', 'a>b']);
  expect((await run(document, outside)).status).toBe('success');
  expect(outside.still).not.toHaveBeenCalled();
});

test('resumed from its journal, a run takes the early port again, and runs nothing twice', async () => {
  const outside = waiting();
  const entries: JournalEntry[] = [];
  const document = workflow(
    [asks('ask'), ['mail', 'echo', '<ask.url>'], ['after', 'echo', '<ask.data.n>'], ['last', 'echo', 'end']],
    ['start>ask', 'ask:waiting>mail', 'ask:out>after', 'mail>last'],
  );
  const first = run(document, {
    ports: { ...outside.ports, journal: (entry) => void entries.push(structuredClone(entry)) },
  });
  await vi.waitFor(() => expect(outside.still).toHaveBeenCalled(), SOON);
  const parked = [...entries];
  expect(parked.map(({ blockId }) => blockId)).toEqual(['start', 'mail', 'last']);
  outside.end('ask');
  await first;
  for (let cut = 0; cut <= entries.length; cut += 1) {
    const again = waiting();
    const resumed = run(document, { ports: { ...again.ports, restored: entries.slice(0, cut) } });
    const known = entries.slice(0, cut).map(({ blockId }) => blockId);
    if (!known.includes('ask')) {
      await vi.waitFor(() => expect(again.still).toHaveBeenCalled(), SOON);
      again.end('ask');
    }
    const { ran, statuses } = await resumed;
    const expected = { mail: LINKS.url, last: 'end', after: '1' };
    for (const [blockId, text] of Object.entries(expected))
      expect(
        ran.filter((one) => one === text),
        `${cut} ${blockId}`,
      ).toHaveLength(known.includes(blockId) ? 0 : 1);
    expect(statuses).toEqual({
      start: 'success',
      ask: 'success',
      mail: 'success',
      after: 'success',
      last: 'success',
    });
  }
});

test('a block that waited before a resume began when its wait did, and so did the loop around', async () => {
  const LONG_AGO = Date.UTC(2026, 0, 1);
  const document = workflow(
    [
      ['each', undefined, undefined, { type: 'loop', config: { kind: 'count', count: '1' } }],
      asks('ask', { parentId: 'each' }),
    ],
    ['start>each'],
  );
  const entries: JournalEntry[] = [];
  const wait = async ({ dueMs, form }: OutsideWait): Promise<BegunWait> => ({
    startedMs: LONG_AGO,
    dueMs,
    links: form && LINKS,
    ended: Promise.resolve(ANSWERED),
  });
  const journal = (entry: JournalEntry) => void entries.push(entry);
  await run(document, { ports: { wait, journal } });
  const restored = entries.filter(({ blockId }) => blockId === 'start');
  const { traceSpans } = await run(document, { ports: { wait, restored } });
  const each = traceSpans.find(({ blockId }) => blockId === 'each');
  const startTime = new Date(LONG_AGO).toISOString();
  expect(each).toMatchObject({ startTime, children: [{ blockId: 'ask', startTime }] });
  expect(each?.durationMs).toBe(Date.parse(each?.endTime ?? '') - LONG_AGO);
});

test('a cancelled run does not wait for what it waits for', async () => {
  const outside = waiting();
  const cancel = new AbortController();
  const running = run(workflow([asks('ask')], ['start>ask']), {
    ports: { ...outside.ports, signal: cancel.signal },
  });
  await vi.waitFor(() => expect(outside.still).toHaveBeenCalled(), SOON);
  cancel.abort();
  expect(await running).toMatchObject({ status: 'error', error: { code: 'CANCELLED' } });
});
