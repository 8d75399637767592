import { expect, test } from 'vitest';
import { findingLines } from './doctor-lines';

const read = {
  version: '1.2.3',
  processes: [{ id: 'p', kind: 'server', version: '1.2.3', host: 'a', startedAt: '', silentSeconds: 1 }],
  database: {
    version: '18.1',
    bytes: 1,
    connections: 1,
    maxConnections: 100,
    isDurable: true,
    clockSkewSeconds: 0,
    tables: [],
  },
};
const SUM = 'Millrace 1.2.3, PostgreSQL 18.1, 1 process.\n';

test('without a finding it says so', () => {
  expect(findingLines({ ...read, findings: [] })).toBe(`No problem was found. ${SUM}`);
});

test('a finding is a line with what to do, and can’t move the cursor', () => {
  const stuck = {
    level: 'error',
    subject: 'Runs',
    message: '2 are stuck.',
    action: 'Restart.\u001b[2J',
  } as const;
  expect(findingLines({ ...read, findings: [stuck] })).toBe(
    `ERROR Runs       2 are stuck. Restart.\\u001b[2J\n${SUM}`,
  );
});
