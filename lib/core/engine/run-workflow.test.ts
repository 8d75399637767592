import { describe, expect, it, vi } from 'vitest';
import type { BlockError } from '../blocks/block';
import type { JournalEntry, RunEvent } from './ports';

import { type Doing, gate, type Line, run, workflow } from './testing/probe-workflow';
import { shownOf } from './testing/shown-of';
import { uncheckedIn } from './trace-span';

describe('a run', () => {
  it('hands values from block to block and gives the Response block’s body', async () => {
    const document = workflow([['a', 'echo', '{"n": <start.n>}']], ['start>a', 'a>r'], {
      r: { status: '<start.code>', headers: [{ key: 'X-N', value: '<a.value.n>' }], body: '<a.value>' },
    });
    const outcome = await run(document, { request: { input: { n: 5, code: 201 } } });
    expect(outcome).toMatchObject({
      status: 'success',
      level: 'info',
      output: { n: 5 },
      response: { status: 201, headers: [['X-N', '5']] },
      error: null,
    });
    expect(outcome.traceSpans.map(({ blockId }) => blockId)).toEqual(['start', 'a', 'r']);
  });

  it.each(['in a chain', 'behind one block'])(
    'begins few of many quick blocks in a turn, %s',
    async (shape) => {
      const names = Array.from({ length: 300 }, (_, index) => `b${index}`);
      const before = (index: number) => (shape === 'in a chain' && names[index - 1]) || 'start';
      const document = workflow(
        names.map((name) => [name, 'note']),
        names.map((name, index) => `${before(index)}>${name}`),
      );
      const inTurns = [0];
      const giveWay = () =>
        new Promise<void>((resolve) => {
          setImmediate(() => {
            inTurns.push(0);
            resolve();
          });
        });
      const note: Doing = () => {
        inTurns[inTurns.length - 1]! += 1;
        return { ok: true, output: { value: 1 } };
      };
      const { statuses } = await run(document, { doings: { note }, ports: { giveWay } });
      expect(Object.values(statuses).filter((status) => status === 'success')).toHaveLength(301);
      expect(inTurns.reduce((sum, count) => sum + count)).toBe(300);
      expect(Math.max(...inTurns)).toBeLessThanOrEqual(128);
    },
  );

  it('yields to the event loop between a large output and the work on its log', async () => {
    const waysFor = async (length: number) => {
      let ways = 0;
      const giveWay = async () => {
        ways += 1;
      };
      const doings: Record<string, Doing> = {
        put: () => ({ ok: true, output: { value: 'x'.repeat(length) } }),
      };
      await run(workflow([['a', 'put']], ['start>a']), { doings, ports: { giveWay } });
      return ways;
    };
    expect(await waysFor(1_000)).toBe(0);
    expect(await waysFor(300_000)).toBe(1);
  });

  it('hands on whole outputs, and empty lists and objects where nothing is', async () => {
    const document = workflow(
      [
        ['a', 'echo', '{"all": <start>, "list": <start.none ?? []>, "object": <start.none ?? {}>}'],
        ['b', 'echo', '<a>'],
      ],
      ['start>a', 'a>b', 'b>r'],
      { r: { body: '<b.value.value>' } },
    );
    const outcome = await run(document, { request: { input: { straße: 'x' } } });
    expect(outcome).toMatchObject({
      status: 'success',
      output: { all: { straße: 'x' }, list: [], object: {} },
    });
  });

  it('warns on the span of what looks like a reference and stays text', async () => {
    const document = workflow([['a', 'warn', '<start.data.a!b> {{TOKEN}}']], ['start>a']);
    const outcome = await run(document, { ports: { variables: new Map([['TOKEN', 's3cr3t']]) } });
    expect(outcome.status).toBe('success');
    const [, span] = outcome.traceSpans;
    expect(span?.warnings).toEqual([
      'Value: <start.data.a!b> stays text: names with such characters stand in brackets, as ' +
        "<start.data['a!b']>.",
      expect.stringContaining('Mind the'),
    ]);
    expect(outcome.traceSpans[0]).not.toHaveProperty('warnings');
  });

  it('masks a secret that a whole output holds', async () => {
    const document = workflow(
      [
        ['a', 'echo', '{{TOKEN}}'],
        ['b', 'echo', '{"all": <a>}'],
      ],
      ['start>a', 'a>b'],
    );
    const ports = { variables: new Map([['TOKEN', 's3cr3t-of-many-letters']]) };
    const outcome = await run(document, { ports });
    expect(outcome.status).toBe('success');
    expect(JSON.stringify(outcome.traceSpans)).not.toContain('s3cr3t-of');
    expect(JSON.stringify(outcome.traceSpans)).toContain('{{TOKEN}}');
  });

  it('ends and is recorded when masking fails, with what could not be masked withheld', async () => {
    const defects: unknown[] = [];
    let reads = 0;
    const hostile = {
      get value() {
        reads += 1;
        if (reads > 1) throw new RangeError('s3cr3t');
        return 's3cr3t';
      },
    };
    const outcome = await run(workflow([['a', 'hostile', '{{TOKEN}}']], ['start>a']), {
      doings: { hostile: () => ({ ok: true, output: hostile }) },
      ports: {
        variables: new Map([['TOKEN', 's3cr3t']]),
        onDefect: (_, blockId) => defects.push(blockId),
      },
    });
    expect(outcome.status).toBe('success');
    expect(outcome.loggedOutput).toBe('[could not be masked]');
    expect(outcome.traceSpans.at(-1)?.output).toBe('[could not be masked]');
    expect(JSON.stringify(shownOf(outcome))).not.toContain('s3cr3t');
    expect(defects).toEqual([null, null]);
  });

  it('without a Response gives the output of the last block to finish', async () => {
    const first = gate();
    const document = workflow(
      [
        ['a', 'slow'],
        ['b', 'echo', 'b'],
      ],
      ['start>a', 'start>b'],
    );
    const outcome = await run(document, {
      doings: {
        slow: async () => {
          await first.wait;
          return { ok: true, output: { value: 'a' } };
        },
      },
      ports: { onEvent: (event) => event.type === 'block-finished' && event.blockId === 'b' && first.open() },
    });
    expect(outcome.output).toEqual({ value: 'a' });
    expect(outcome.traceSpans.map(({ blockId }) => blockId)).toEqual(['start', 'b', 'a']);
  });

  it('with a bad input fails at Start in words', async () => {
    const document = workflow([['a']], ['start>a']);
    document.blocks.start!.config = { fields: [{ name: 'id', type: 'number', required: true }] };
    const outcome = await run(document);
    expect(outcome).toMatchObject({
      status: 'error',
      level: 'error',
      error: { code: 'INPUT_INVALID', blockId: 'start', blockName: 'start' },
      response: null,
    });
    expect(outcome.ran).toEqual([]);
  });

  it('of a document that can’t run says why', async () => {
    const document = workflow([], []);
    document.blocks = {};
    expect(await run(document)).toMatchObject({ status: 'error', error: { code: 'START_MISSING' } });
    const cyclic = workflow([['a'], ['b']], ['start>a', 'a>b', 'b>a']);
    expect(await run(cyclic)).toMatchObject({ error: { code: 'CYCLE' }, traceSpans: [] });
  });

  it('writes spans that say what went in, what came out, and when', async () => {
    const { traceSpans } = await run(workflow([['a', 'echo', 'x']], ['start>a']));
    expect(traceSpans[1]).toEqual({
      id: 'a',
      parentId: null,
      blockId: 'a',
      name: 'a',
      type: 'probe',
      status: 'success',
      startTime: '2026-01-01T00:00:00.015Z',
      endTime: '2026-01-01T00:00:00.020Z',
      durationMs: 5,
      input: { does: 'echo', value: 'x' },
      output: { value: 'x' },
      error: null,
      children: [],
    });
  });
});

describe('edges', () => {
  it('let independent branches run side by side and a join wait for all', async () => {
    const both = gate();
    let waiting = 0;
    const meet: Doing = async () => {
      waiting += 1;
      if (waiting === 2) both.open();
      await both.wait;
      return { ok: true, output: { value: waiting } };
    };
    const document = workflow(
      [
        ['a', 'meet'],
        ['b', 'meet'],
        ['c', 'echo', '<a.value><b.value>'],
      ],
      ['start>a', 'start>b', 'a>c', 'b>c'],
    );
    const outcome = await run(document, { doings: { meet } });
    expect(outcome.output).toEqual({ value: '22' });
    expect(outcome.ran.filter((name) => name === '22')).toHaveLength(1);
  });

  it('not taken skip what only they lead to; a join runs when one is taken', async () => {
    const document = workflow(
      [['if', 'branch', 'v'], ['no'], ['no2'], ['yes', 'echo', 'yes'], ['join', 'echo', '[<no2.value>]']],
      ['start>if', 'if>no', 'no>no2', 'no2>join', 'if:other>yes', 'yes>join'],
    );
    const outcome = await run(document);
    expect(outcome.statuses).toEqual({
      start: 'success',
      if: 'success',
      no: 'skipped',
      no2: 'skipped',
      yes: 'success',
      join: 'success',
    });
    expect(outcome.output).toEqual({ value: [null] });
  });

  it('lead on through a block that is switched off, whose output is missing', async () => {
    const document = workflow(
      [
        ['off', 'fail', '', { enabled: false }],
        ['b', 'echo', 'x<off.value>'],
      ],
      ['start>off', 'off>b'],
    );
    const outcome = await run(document);
    expect(outcome).toMatchObject({ status: 'success', output: { value: 'x' } });
    expect(outcome.statuses.off).toBe('skipped');
  });

  it('from blocks no run reaches are not waited for', async () => {
    const document = workflow([['lost'], ['b', 'echo', '[<lost.value>]']], ['start>b', 'lost>b']);
    const outcome = await run(document);
    expect(outcome.output).toEqual({ value: [null] });
    expect(outcome.statuses).toEqual({ start: 'success', b: 'success' });
  });

  it('settle in a chain as long as a document may be', async () => {
    const lines = Array.from(
      { length: 498 },
      (_, index): Line => [`b${index}`, index === 0 ? 'branch' : 'echo'],
    );
    const edges = lines.map(([name], index) => `${index === 0 ? 'start' : `b${index - 1}`}>${name}`);
    const outcome = await run(workflow(lines, edges));
    expect(outcome.traceSpans).toHaveLength(499);
    expect(outcome.status).toBe('success');
  });
});

describe('a failed block', () => {
  it('ends the run with its error and leaves later blocks alone', async () => {
    const outcome = await run(
      workflow(
        [
          ['a', 'fail'],
          ['b', 'echo', 'b'],
        ],
        ['start>a', 'a>b'],
      ),
    );
    expect(outcome).toMatchObject({
      status: 'error',
      level: 'error',
      error: { code: 'BROKEN', message: 'It broke.', blockId: 'a', blockName: 'a' },
      statuses: { start: 'success', a: 'error' },
    });
    expect(outcome.ran).toEqual(['fail']);
  });

  it.each(['fail', 'fail softly', 'throw'])(
    'that does "%s" goes on at a connected error port',
    async (does) => {
      const document = workflow(
        [
          ['a', does],
          ['b', 'echo', 'b'],
          ['c', 'echo', '<a.error.code>'],
        ],
        ['start>a', 'a>b', 'a:error>c'],
      );
      const outcome = await run(document);
      expect(outcome).toMatchObject({ status: 'success', level: 'info', error: null });
      expect(outcome.statuses).toMatchObject({ a: 'error', b: 'skipped', c: 'success' });
      expect(outcome.output).toEqual({ value: does === 'throw' ? 'INTERNAL' : 'BROKEN' });
    },
  );

  it('that may be continued goes on as a warning', async () => {
    const outcome = await run(
      workflow(
        [
          ['a', 'fail softly'],
          ['b', 'echo', 'b'],
        ],
        ['start>a', 'a>b'],
      ),
    );
    expect(outcome).toMatchObject({ status: 'success', output: { value: 'b' }, statuses: { a: 'warning' } });
    expect(outcome.traceSpans[1]?.error).toMatchObject({ code: 'BROKEN' });
  });

  it.each([
    ['its data alone', '<a.value>', true],
    ['a part of its data of that name', '<a.value.error?>', true],
    ['its error', '<a.error?>', undefined],
    ['what its error says', '<a.error.code?>', undefined],
    ['all of its output', '<a>', undefined],
  ])('that may be continued is unchecked unless some block looks at it: %s', async (_, value, unchecked) => {
    const document = workflow(
      [
        ['a', 'fail softly'],
        ['b', 'echo', value],
      ],
      ['start>a', 'a>b'],
    );
    const { traceSpans } = await run(document);
    expect(traceSpans[1]).toMatchObject({ blockId: 'a', status: 'warning' });
    expect(traceSpans[1]?.unchecked).toBe(unchecked);
  });

  it('in a container is unchecked there, and nothing that succeeds or is handled is', async () => {
    const loop: Line = [
      'each',
      undefined,
      undefined,
      { type: 'loop', config: { kind: 'count', count: '2' } },
    ];
    const document = workflow(
      [loop, ['a', 'fail softly', undefined, { parentId: 'each' }], ['b', 'fail'], ['c', 'echo', 'caught']],
      ['start>each', 'each>b', 'b:error>c'],
    );
    const { traceSpans } = await run(document);
    expect(uncheckedIn(traceSpans).map(({ id }) => id)).toEqual(['a@each:0', 'a@each:1']);
  });

  it('that threw is logged for the operator; people see a general message', async () => {
    const onDefect = vi.fn();
    const outcome = await run(workflow([['a', 'throw']], ['start>a']), { ports: { onDefect } });
    expect(outcome.error).toMatchObject({ code: 'INTERNAL', blockId: 'a' });
    expect(JSON.stringify(outcome)).not.toContain('not for people');
    expect(onDefect).toHaveBeenCalledWith(expect.objectContaining({ message: 'not for people' }), 'a');
  });

  it('because of a reference names the field, and fills its outputs with null', async () => {
    const document = workflow(
      [
        ['a', 'echo', '<start.nope>'],
        ['b', 'echo', '[<a.value>]'],
      ],
      ['start>a', 'a:error>b'],
    );
    const outcome = await run(document);
    expect(outcome.output).toEqual({ value: [null] });
    expect(outcome.traceSpans[1]).toMatchObject({
      status: 'error',
      error: { code: 'REF_PATH_NOT_FOUND', field: 'value' },
      input: { value: '<start.nope>' },
    });
  });

  it.each([
    ['itself', '<a.value>'],
    ['a later block', '<z.value>'],
    ['another branch, even with a default', '<other.value ?? 1>'],
    ['a loop it is not in', '<loop.index>'],
  ])('refers to %s', async (_, value) => {
    const document = workflow(
      [['other', 'echo'], ['a', 'echo', value], ['z']],
      ['start>other', 'start>a', 'a>z'],
    );
    expect(await run(document)).toMatchObject({
      error: { code: 'REF_OUT_OF_SCOPE', blockId: 'a', field: 'value' },
    });
  });

  it('because of its config says so when it runs', async () => {
    const document = workflow([['a']], ['start>a']);
    document.blocks.a!.config = { does: 5 };
    expect(await run(document)).toMatchObject({ error: { code: 'CONFIG_INVALID', field: 'does' } });
  });

  it('cancels what runs beside it', async () => {
    const seen: boolean[] = [];
    const hang: Doing = ({ signal }) =>
      new Promise(() => signal.addEventListener('abort', () => seen.push(signal.aborted)));
    const document = workflow(
      [
        ['a', 'hang'],
        ['b', 'fail'],
      ],
      ['start>a', 'start>b'],
    );
    const outcome = await run(document, { doings: { hang } });
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'BROKEN', blockId: 'b' } });
    expect(outcome.statuses).toEqual({ start: 'success', b: 'error', a: 'cancelled' });
    expect(seen).toEqual([true]);
  });

  it('lets the others finish when failures are collected', async () => {
    const broken = gate();
    const slow: Doing = async () => {
      await broken.wait;
      return { ok: true, output: { value: 'slow' } };
    };
    const document = workflow(
      [['a', 'slow'], ['a2', 'echo', '<a.value>'], ['b', 'fail'], ['b2']],
      ['start>a', 'start>b', 'a>a2', 'b>b2'],
    );
    const outcome = await run(document, {
      doings: { slow },
      request: { parallelFailure: 'collect' },
      ports: {
        onEvent: (event) => event.type === 'block-finished' && event.blockId === 'b' && broken.open(),
      },
    });
    expect(outcome).toMatchObject({ status: 'error', error: { blockId: 'b' }, output: { value: 'slow' } });
    expect(outcome.statuses).toEqual({
      start: 'success',
      b: 'error',
      b2: 'skipped',
      a: 'success',
      a2: 'success',
    });
  });
});

describe('cancelling', () => {
  it('ends at once, also when a block does not listen', async () => {
    const controller = new AbortController();
    const document = workflow([['a', 'hang'], ['b']], ['start>a', 'a>b']);
    const ended = run(document, {
      ports: {
        signal: controller.signal,
        onEvent: (event) => event.type === 'block-started' && event.blockId === 'a' && controller.abort(),
      },
    });
    const outcome = await ended;
    expect(outcome).toMatchObject({ status: 'error', level: 'error', error: { code: 'CANCELLED' } });
    expect(outcome.statuses).toEqual({ start: 'success', a: 'cancelled' });
  });

  it('before the beginning runs nothing', async () => {
    const outcome = await run(workflow([['a']], ['start>a']), { ports: { signal: AbortSignal.abort() } });
    expect(outcome).toMatchObject({ error: { code: 'CANCELLED' }, traceSpans: [], ran: [] });
  });
});

describe('the journal', () => {
  const document = workflow(
    [
      ['if', 'branch', 'v'],
      ['no'],
      ['a', 'key'],
      ['soft', 'fail softly'],
      ['b', 'echo', '<a.value> <if.value>'],
    ],
    ['start>if', 'if>no', 'if:other>a', 'a>soft', 'soft>b', 'no>b'],
    { r: { body: '<b.value>' } },
  );

  async function journalled() {
    const entries: JournalEntry[] = [];
    const outcome = await run(document, { ports: { journal: (entry) => void entries.push(entry) } });
    return { entries, outcome };
  }

  it('restores any beginning of a run: the rest gives the same outcome, and nothing runs twice', async () => {
    const { entries, outcome } = await journalled();
    expect(entries).toHaveLength(6);
    for (let count = 0; count <= entries.length; count += 1) {
      const restored: JournalEntry[] = JSON.parse(JSON.stringify(entries.slice(0, count)));
      const again = await run(document, { ports: { restored } });
      expect(again.output).toEqual(outcome.output);
      expect(again.statuses).toEqual(outcome.statuses);
      const undone = entries
        .slice(count)
        .filter(({ blockId, span }) => span.type === 'probe' && blockId !== 'no');
      expect(again.ran).toHaveLength(undone.length);
    }
  });

  it('is waited for before the blocks behind begin', async () => {
    const order: string[] = [];
    await run(workflow([['a'], ['b']], ['start>a', 'a>b']), {
      ports: {
        onEvent: (event: RunEvent) => void order.push(`${event.type} ${event.blockId}`),
        journal: async ({ blockId }) => {
          await new Promise((resolve) => setImmediate(resolve));
          order.push(`kept ${blockId}`);
        },
      },
    });
    expect(order.indexOf('kept a')).toBeLessThan(order.indexOf('block-started b'));
    expect(order.at(-1)).toBe('kept b');
  });

  it('that fails ends the run, for nothing can be promised any more', async () => {
    const full = new Error('disk full');
    await expect(
      run(workflow([['a']], ['start>a']), { ports: { journal: () => Promise.reject(full) } }),
    ).rejects.toBe(full);
  });

  it('keeps an unhandled failure a failure', async () => {
    const entries: JournalEntry[] = [];
    const failing = workflow([['a', 'fail'], ['b']], ['start>a', 'a>b']);
    await run(failing, { ports: { journal: (entry) => void entries.push(entry) } });
    const again = await run(failing, { ports: { restored: entries } });
    expect(again).toMatchObject({ status: 'error', error: { code: 'BROKEN', blockId: 'a' }, ran: [] });
  });

  it('gives a block the same idempotency key on every try', async () => {
    const { entries } = await journalled();
    const keyed = entries.find(({ blockId }) => blockId === 'a');
    expect(keyed?.output).toEqual({ value: 'x1.a.0' });
  });
});

describe('files', () => {
  const document = workflow(
    [
      ['a', 'file', 'AAEC'],
      ['b', 'echo', '<a.value>'],
    ],
    ['start>a', 'a>b', 'b>r'],
    { r: { body: '{"again": <b.value>}' } },
  );
  const file = { contentType: 'x/y', size: 3, base64: 'AAEC' };

  it('are named in spans and the logged output, where blocks and the caller get the bytes', async () => {
    const entries: JournalEntry[] = [];
    const first = await run(document, { ports: { journal: (entry) => void entries.push(entry) } });
    expect(first.output).toEqual({ again: file });
    const kept = {
      id: expect.stringMatching(/^[0-9a-f]{32}$/),
      name: 'a file',
      contentType: 'x/y',
      size: 3,
      base64: 'AAEC',
    };
    expect(first.files).toEqual([kept]);
    const named = { contentType: 'x/y', size: 3, fileId: first.files[0]!.id };
    expect(first.loggedOutput).toEqual({ again: named });
    expect(JSON.stringify(first.traceSpans.slice(2))).not.toContain('AAEC');
    for (let count = 0; count <= entries.length; count += 1) {
      const restored: JournalEntry[] = JSON.parse(JSON.stringify(entries.slice(0, count)));
      const again = await run(document, { ports: { restored } });
      expect([again.output, again.loggedOutput, again.files]).toEqual([
        first.output,
        first.loggedOutput,
        first.files,
      ]);
    }
  });

  it('are fifty at most in a run', async () => {
    const lines = Array.from(
      { length: 52 },
      (_, index): Line => [`f${index}`, 'file', Buffer.from([index]).toString('base64')],
    );
    const outcome = await run(
      workflow(
        lines,
        lines.map(([name]) => `start>${name}`),
      ),
    );
    expect(outcome.files).toHaveLength(50);
    expect(outcome.traceSpans.filter(({ warnings }) => warnings)).toHaveLength(2);
  });
});

describe('secrets', () => {
  const TOKEN = 's3cr3t-1';
  const SENT = `https://h.example/?q=${TOKEN}`;
  const variables = new Map([
    ['TOKEN', TOKEN],
    ['UNUSED', 'value'],
    ['HOME', 'https://h.example'],
  ]);

  it('reach blocks whole, and nobody who looks at the run', async () => {
    const kept: JournalEntry[] = [];
    const seen: unknown[] = [];
    const document = workflow(
      [
        ['a', 'leak', 'Bearer {{TOKEN}} {{HOME}}'],
        ['b', 'warn'],
        ['c', 'leak', 'x<a.value>'],
      ],
      ['start>a', 'a>b', 'b>c'],
    );
    const leak: Doing = (_, value) => {
      seen.push(value);
      const error: BlockError = {
        code: 'LEAK',
        message: `sent ${Buffer.from(`u:${TOKEN}`).toString('base64')}`,
      };
      return { ok: false, error, output: { value, url: SENT }, continuable: true };
    };
    const outcome = await run(document, {
      doings: { leak },
      ports: { variables, plainVariables: new Set(['HOME']), journal: (entry) => void kept.push(entry) },
    });
    expect(seen).toEqual([`Bearer ${TOKEN} https://h.example`, `xBearer ${TOKEN} https://h.example`]);
    expect(outcome.output).toEqual({ value: `xBearer ${TOKEN} https://h.example`, url: SENT });
    const shown = JSON.stringify(shownOf(outcome));
    expect(shown).not.toContain('s3cr3t');
    expect(shown).not.toContain(Buffer.from(`u:${TOKEN}`).toString('base64'));
    expect(shown).toContain('Bearer {{TOKEN}} https://h.example');
    expect(outcome.traceSpans[2]?.warnings).toEqual(['Mind the {{gap}}: {{TOKEN}}']);
    expect(kept[1]?.output).toMatchObject({ value: `Bearer ${TOKEN} https://h.example` });
    expect(JSON.stringify(kept.map(({ span }) => span))).not.toContain('s3cr3t');
  });

  it('that were typed in are concealed, and masked where they come back', async () => {
    const headers = [
      { key: 'Authorization', value: 'Bearer abcdef123456' },
      { key: 'X-Max-Tokens', value: '100' },
    ];
    const document = workflow([['a', 'echo', 'back abcdef123456 100']], ['start>a', 'a>r'], {
      r: { headers, body: '<a.value>' },
    });
    const outcome = await run(document);
    expect(outcome.output).toBe('back abcdef123456 100');
    expect([outcome.shownOutput, outcome.loggedOutput]).toEqual(['back *** 100', 'back *** 100']);
    expect(outcome.traceSpans[2]?.input).toMatchObject({
      headers: [
        ['Authorization', '***'],
        ['X-Max-Tokens', '***'],
      ],
    });
  });
});

it('a value too big for a span is shortened there, kept as a file; later blocks see it whole', async () => {
  const big = 'é'.repeat(700_000);
  const document = workflow(
    [
      ['a', 'big'],
      ['b', 'length', '<a.value>'],
    ],
    ['start>a', 'a>b'],
  );
  const list = Array.from({ length: 30_000 }, (_, id) => ({ id, name: `item ${id}`, tags: ['x'], at: null }));
  const outcome = await run(document, {
    doings: {
      big: () => ({ ok: true, output: { status: 200, value: big, list } }),
      length: (_, value) => ({ ok: true, output: { value: String(value).length } }),
    },
  });
  expect(outcome.output).toEqual({ value: 700_000 });
  const [json, text] = outcome.files;
  expect(outcome.traceSpans[1]?.output).toEqual({
    status: 200,
    value: {
      truncated: true,
      bytes: 1_400_000,
      contentType: 'text/plain',
      fileId: text?.id,
      head: 'é'.repeat(32_768),
      shape: { type: 'string' },
    },
    list: {
      truncated: true,
      bytes: JSON.stringify(list).length,
      contentType: 'application/json',
      fileId: json?.id,
      head: JSON.stringify(list).slice(0, 65_536),
      shape: {
        type: 'array',
        items: {
          type: 'object',
          fields: [
            { name: 'id', shape: { type: 'number' } },
            { name: 'name', shape: { type: 'string' } },
            { name: 'tags', shape: { type: 'array', items: { type: 'string' } } },
            { name: 'at', shape: { type: 'any' } },
          ],
        },
      },
    },
  });
  expect([text?.name, json?.name]).toEqual(['a.value.txt', 'a.list.json']);
  expect(Buffer.from(text!.base64!, 'base64').toString()).toBe(big);
  expect(JSON.parse(Buffer.from(json!.base64!, 'base64').toString())).toEqual(list);
  expect(outcome.traceSpans[2]?.input).toMatchObject({ truncated: true, fileId: null });
});

it('a value nested so deeply that nobody could store it fails its block, and can be told', async () => {
  let deep: unknown = 1;
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  const document = workflow(
    [
      ['a', 'deep'],
      ['b', 'echo', '[<a.value>]'],
    ],
    ['start>a', 'a:error>b'],
  );
  const outcome = await run(document, { doings: { deep: () => ({ ok: true, output: { value: deep } }) } });
  expect(outcome.statuses).toEqual({ start: 'success', a: 'error', b: 'success' });
  expect(outcome.traceSpans[1]?.error?.code).toBe('OUTPUT_TOO_DEEP');
  expect(() => JSON.stringify(outcome)).not.toThrow();
  expect(await run(document, { request: { input: { deep } } })).toMatchObject({
    error: { code: 'OUTPUT_TOO_DEEP' },
  });
});
