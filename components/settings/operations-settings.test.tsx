import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OperationsQueues } from './operations-queues';
import { MaintenanceTable, ProcessTable, ReceiverTable, TableSizes } from './operations-tables';

const textOf = (markup: string): string => markup.replace(/<[^<>]*>/g, ' ').replace(/ {1,20}/g, ' ');

const AT = '2026-11-29T10:00:00.000Z';
const server = { id: 'a', kind: 'server', version: '1.2.3', host: 'one', startedAt: AT, silentSeconds: 1 };

test('a process of another version, or without a heartbeat, stands out', () => {
  const old = { ...server, id: 'b', version: null, host: null, silentSeconds: 95 };
  const text = textOf(renderToStaticMarkup(<ProcessTable processes={[server, old]} version="1.2.3" />));
  for (const words of ['one 1.2.3', 'OK', 'Unknown', 'Older', 'None for 1 m 35 s'])
    expect(text).toContain(words);
});

test('a queue shows how long its oldest entry has waited', () => {
  const queues = {
    queued: 1_200,
    oldestQueuedSeconds: 61,
    running: 4,
    stuck: 0,
    parked: 2,
    overdueWaits: 0,
    waitLatenessSeconds: 0,
    scheduleLatenessSeconds: 0,
    deliveriesDue: 0,
    deliveryLagSeconds: 0,
  };
  const text = textOf(renderToStaticMarkup(<OperationsQueues queues={queues} />));
  expect(text).toContain('Queued runs 1,200 Oldest: 1 m 01 s Running 4');
  expect(text).not.toContain('Overdue waits 0 Oldest');
});

test('tables, receivers and jobs are listed', () => {
  const database = {
    version: '18.1',
    bytes: 3 * 1024 ** 3,
    connections: 20,
    maxConnections: 100,
    isDurable: true,
    clockSkewSeconds: 0,
    tables: [{ name: 'runtime.log', rows: 1_000_000, bytes: 2 * 1024 ** 3 }],
  };
  const shown = textOf(renderToStaticMarkup(<TableSizes database={database} disk={null} />));
  expect(shown).toContain('3 GB; 20 of 100 connections');
  expect(shown).toContain('runtime.log 1,000,000 2 GB');
  expect(renderToStaticMarkup(<ReceiverTable receivers={[]} />)).toContain('All receivers are healthy');
  const runs = [{ name: 'send alerts', lastEndedAt: AT, lastFailedAt: null }];
  const jobs = textOf(renderToStaticMarkup(<MaintenanceTable runs={runs} />));
  for (const words of ['send alerts', 'Never']) expect(jobs).toContain(words);
});
