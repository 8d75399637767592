import { expect, test } from 'vitest';
import type { BlockOutput, ExecutionContext } from '../block';
import type { WaitEnd, WaitRequest } from '../outside-work';
import { type ResolvedWaitConfig, WaitConfig } from './definition';
import { executeWait } from './executor';

const NOW = Date.UTC(2026, 10, 22, 12);
const LINKS = { url: 'https://here/wait/x', callbackUrl: 'https://here/api/x' };

async function execute(config: object, end: WaitEnd) {
  const asked: WaitRequest[] = [];
  const early: Array<[port: string, output: BlockOutput]> = [];
  const context = {
    now: () => NOW,
    wait: async (request: WaitRequest) => {
      asked.push(request);
      const { dueMs, form } = request;
      return { startedMs: NOW, dueMs, links: form && LINKS, ended: Promise.resolve(end) };
    },
    takeEarly: (port: string, output: BlockOutput) => early.push([port, output]),
  } as unknown as ExecutionContext;
  const resolved = WaitConfig.parse(config) as ResolvedWaitConfig;
  return { result: await executeWait(resolved, context), asked, early };
}

test('a duration ends by its one port', async () => {
  const { result, asked } = await execute({ amount: '2', unit: 'hours' }, { how: 'due' });
  expect(asked).toEqual([{ dueMs: NOW + 7_200_000, form: null }]);
  expect(result).toEqual({ ok: true, output: { until: '2026-11-22T14:00:00.000Z', error: null } });
});

test('an approval shows its link first, then leaves by what was decided', async () => {
  const fields = [
    { name: 'note', description: 'Why?', required: true },
    { name: 'sure', type: 'boolean' },
  ];
  const config = { kind: 'approval', title: ' Pay ', text: 'Now?', fields };
  const by = { name: 'Ada', email: 'ada@example.com' };
  const end = { how: 'answered', decision: 'rejected', data: { note: 'no' }, answeredMs: NOW, by } as const;
  const { result, asked, early } = await execute(config, end);
  expect(asked[0]?.form).toEqual({
    kind: 'approval',
    title: 'Pay',
    text: 'Now?',
    fields: [
      { name: 'note', label: 'Why?', type: 'text', required: true },
      { name: 'sure', label: 'sure', type: 'boolean', required: false },
    ],
  });
  expect(early).toEqual([['waiting', expect.objectContaining({ ...LINKS, decision: null, data: null })]]);
  expect(result).toMatchObject({
    ok: true,
    branch: 'rejected',
    output: {
      ...LINKS,
      decision: 'rejected',
      data: { note: 'no' },
      by,
      answeredAt: '2026-11-22T12:00:00.000Z',
    },
  });
});

test.each([
  ['is answered', { how: 'answered', decision: null, data: 1, answeredMs: NOW }, undefined],
  ['is not answered in time', { how: 'due' }, 'expired'],
] as const)('a callback that %s', async (_, end, branch) => {
  const { result } = await execute({ kind: 'callback' }, end);
  expect(result).toMatchObject({ ok: true });
  expect('branch' in result ? result.branch : undefined).toBe(branch);
});
