import { expect, test } from 'vitest';
import { ScheduleSettings } from '../../schedule/schedule';
import type { ExecutionContext } from '../block';
import { executeScheduleTrigger } from './executor';

const config = ScheduleSettings.parse({ zone: 'Asia/Kolkata' });
const run = async (input: unknown) => {
  const context = { input, now: () => Date.UTC(2026, 0, 1) } as ExecutionContext;
  const result = await executeScheduleTrigger(config, context);
  return result.output;
};

test('puts out when it was due, when it started and how many missed times it stands for', async () => {
  const input = { scheduledAt: '2026-01-01T00:00:00.000Z', firedAt: '2026-01-01T00:00:00.120Z', missed: 6 };
  expect(await run(input)).toEqual({ ...input, zone: 'Asia/Kolkata', byHand: false });
});

test('by hand it is of now, whatever the caller sends', async () => {
  const now = '2026-01-01T00:00:00.000Z';
  const expected = { scheduledAt: now, firedAt: now, zone: 'Asia/Kolkata', missed: 0, byHand: true };
  for (const input of [{}, null, [], 'text', { scheduledAt: 5, missed: 'x' }])
    expect(await run(input)).toEqual(expected);
});
