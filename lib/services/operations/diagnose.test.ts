import { expect, test } from 'vitest';
import { diagnose } from './diagnose';
import type { Operations } from './schema';

const GB = 1024 ** 3;
const process = {
  id: 'p',
  kind: 'server',
  version: '1.2.3',
  host: 'a',
  startedAt: '2026-11-29T10:00:00.000Z',
  silentSeconds: 1,
};
const healthy: Operations = {
  version: '1.2.3',
  readAt: '2026-11-29T10:00:00.000Z',
  findings: [],
  processes: [process],
  queues: {
    queued: 0,
    oldestQueuedSeconds: 0,
    running: 3,
    stuck: 0,
    parked: 2,
    overdueWaits: 0,
    waitLatenessSeconds: 0,
    scheduleLatenessSeconds: 0,
    deliveriesDue: 0,
    deliveryLagSeconds: 0,
  },
  failingReceivers: [],
  database: {
    version: '18.1',
    bytes: GB,
    connections: 20,
    maxConnections: 100,
    isDurable: true,
    clockSkewSeconds: 0.02,
    tables: [],
  },
  disk: { freeBytes: 50 * GB, totalBytes: 100 * GB },
  maintenance: [],
};
const settings = {
  NEXTAUTH_URL: 'https://flows.example.com',
  METRICS_TOKEN: 'a long enough token',
  SMTP_URL: 'smtp://mail',
  OUTBOUND_ALLOW: '10.0.0.0/8',
  ENCRYPTION_KEY_PREVIOUS: undefined,
};
const levelsOf = (read: Partial<Operations>) =>
  diagnose({ ...healthy, ...read }, settings).map(({ level, subject }) => [level, subject]);
const withQueues = (queues: Partial<Operations['queues']>) => ({ queues: { ...healthy.queues, ...queues } });
const withDatabase = (database: Partial<Operations['database']>) => ({
  database: { ...healthy.database, ...database },
});

test('a healthy installation has nothing to say', () => {
  expect(diagnose(healthy, settings)).toEqual([]);
});

test.each<[string, Partial<Operations>, string, string]>([
  ['nothing runs', { processes: [] }, 'error', 'Processes'],
  ['another version runs', { processes: [process, { ...process, version: null }] }, 'warning', 'Versions'],
  [
    'a process is silent',
    { processes: [process, { ...process, silentSeconds: 90 }] },
    'warning',
    'Processes',
  ],
  ['runs are stuck', withQueues({ stuck: 1 }), 'error', 'Runs'],
  ['the queue is old', withQueues({ queued: 9, oldestQueuedSeconds: 61 }), 'warning', 'Queue'],
  ['schedules are late', withQueues({ scheduleLatenessSeconds: 61 }), 'error', 'Schedules'],
  ['waits are late', withQueues({ overdueWaits: 1, waitLatenessSeconds: 61 }), 'error', 'Waits'],
  ['deliveries are late', withQueues({ deliveriesDue: 1, deliveryLagSeconds: 61 }), 'warning', 'Deliveries'],
  ['a power cut would lose data', withDatabase({ isDurable: false }), 'error', 'Database'],
  ['connections run out', withDatabase({ connections: 95 }), 'warning', 'Database'],
  ['clocks differ', withDatabase({ clockSkewSeconds: -4 }), 'warning', 'Clock'],
  ['the disk fills up', { disk: { freeBytes: 15, totalBytes: 100 } }, 'warning', 'Disk'],
  ['the disk is nearly full', { disk: { freeBytes: 5, totalBytes: 100 } }, 'error', 'Disk'],
])('%s', (_, read, level, subject) => {
  expect(levelsOf(read)).toEqual([[level, subject]]);
});

test('settings that open too much, or are left over, are named; urgent findings come first', () => {
  const findings = diagnose(healthy, {
    ...settings,
    NEXTAUTH_URL: 'http://flows.example.com',
    OUTBOUND_ALLOW: 'crm.internal, 0.0.0.0/0',
    SMTP_URL: undefined,
    ENCRYPTION_KEY_PREVIOUS: 'x',
  });
  expect(findings.map(({ level }) => level)).toEqual(['error', 'warning', 'warning', 'info']);
  expect(JSON.stringify(findings)).toContain('OUTBOUND_ALLOW opens every private address');
});
