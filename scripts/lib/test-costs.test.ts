import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  collectCosts,
  landingCosts,
  processorLines,
  secondsOnReference,
  storeCosts,
  withRest,
} from './test-costs.mjs';

const RUN = {
  slowness: 1.23456,
  stages: {
    'build, static and unit': { seconds: 161.4, processorSeconds: 310.6 },
    db: { seconds: 280.2, processorSeconds: 500.1 },
  },
  causes: { 'Vitest workers': 400.4, Postgres: 90.5 },
};

test('costs are rounded, in an order that stays the same, without short files', () => {
  const files = [
    { file: 'b.test.ts', ms: 2_345 },
    { file: 'a.test.ts', ms: 1_049 },
    { file: 'short.test.ts', ms: 999 },
  ];
  const costs = collectCosts(RUN, [{ files }, {}, { files: [{ file: 'a.db.test.ts', ms: 61_000 }] }]);
  expect(JSON.stringify(costs)).toBe(
    JSON.stringify({
      slowness: 1.235,
      stages: {
        'build, static and unit': { seconds: 161, processorSeconds: 311 },
        db: { seconds: 280, processorSeconds: 500 },
      },
      causes: { Postgres: 91, 'Vitest workers': 400 },
      files: { 'a.db.test.ts': 61, 'a.test.ts': 1, 'b.test.ts': 2.3 },
    }),
  );
});

test('what the causes do not explain is told apart', () => {
  expect(withRest(RUN.causes, RUN.stages)).toEqual({
    ...RUN.causes,
    'everything else': expect.closeTo(319.8),
  });
  expect(withRest({ Postgres: 2_000 }, RUN.stages)).toEqual({ Postgres: 2_000, 'everything else': 0 });
  expect(withRest({}, RUN.stages)).toEqual({});
});

test('stored costs are read again, absent ones are none', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'millrace-costs-'));
  try {
    const file = path.join(folder, 'new', 'costs.json');
    expect(landingCosts(file)).toBeNull();
    const costs = collectCosts(RUN, []);
    storeCosts(costs, file);
    expect(landingCosts(file)).toEqual(costs);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});

test('without a landing to compare with, only the processor time is told', () => {
  const lines = processorLines(RUN, null).map((line) => line.trim().replace(/ +/g, ' '));
  expect(lines).toEqual([
    'build, static and unit processor seconds 311',
    'db processor seconds 500',
    'in all processor seconds 811',
    'By cause:',
    'Vitest workers processor seconds 400',
    'Postgres processor seconds 91',
  ]);
});

test('the last landing is compared at the speed of this machine', () => {
  const landing = {
    slowness: 2,
    stages: {
      'build, static and unit': { seconds: 300, processorSeconds: 622 },
      db: { seconds: 300, processorSeconds: 2_000 },
    },
    causes: { Postgres: 0, 'Vitest workers': 400 },
    files: {},
  };
  const costs = { ...RUN, slowness: 1, causes: { Postgres: 90, 'Vitest workers': 400, other: 1 } };
  const lines = processorLines(costs, landing).map((line) => line.trim().replace(/ +/g, ' '));
  expect(lines).toEqual([
    'build, static and unit processor seconds 311 (last landing 311: ±0 %)',
    'db processor seconds 500 (last landing 1,000: −50 %)',
    'in all processor seconds 811 (last landing 1,311: −38 %)',
    'By cause:',
    'Vitest workers processor seconds 400 (last landing 200: +100 %)',
    'Postgres processor seconds 90 (last landing 0: ±0 %)',
    'other processor seconds 1',
  ]);
});

test('files are compared as the reference machine would run them', () => {
  expect(secondsOnReference(null)).toEqual({});
  const costs = { slowness: 2, stages: {}, causes: {}, files: { 'a.test.ts': 3 } };
  expect(secondsOnReference(costs)).toEqual({ 'a.test.ts': 1.5 });
});
