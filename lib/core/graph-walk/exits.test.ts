import { expect, test } from 'vitest';
import type { OutputPort } from '../blocks/block';
import { type EndOfBlock, exitsOf, portAfter, portAfterRecorded } from './exits';

const PORTS: readonly OutputPort[] = [
  { id: 'waiting', label: 'While waiting', kind: 'early' },
  { id: 'error', label: 'On error', kind: 'error' },
  { id: 'yes', label: 'Yes', kind: 'branch' },
  { id: 'no', label: 'No', kind: 'branch' },
];
const all = () => true;

test('a failure and a block that still runs are left only by ports with a connection', () => {
  expect(exitsOf(PORTS, all)).toEqual({ errorPort: 'error', passPort: 'yes', earlyPort: 'waiting' });
  expect(exitsOf(PORTS, () => false)).toEqual({ errorPort: null, passPort: 'yes', earlyPort: null });
  expect(exitsOf([], all).passPort).toBe('out');
});

test('an error port catches every failure; without one only some let the run go on', () => {
  const ends: EndOfBlock[] = [
    { ok: false, continuable: true },
    { ok: false, continuable: false },
    { ok: true },
    { ok: true, branch: 'no' },
  ];
  const ports = (errorPort: string | null) => ends.map((end) => portAfter({ errorPort }, end));
  expect(ports('error')).toEqual(['error', 'error', 'out', 'no']);
  expect(ports(null)).toEqual(['out', null, 'out', 'no']);
});

test('a log tells the port by status and output', () => {
  const exits = exitsOf(PORTS, all);
  const branchTaken = ({ is }: Readonly<Record<string, unknown>>) => (typeof is === 'string' ? is : null);
  const ways = (status: 'success' | 'warning' | 'error' | 'skipped' | 'cancelled', enabled = true) =>
    portAfterRecorded(exits, { status, output: { is: 'no' } }, { enabled, branchTaken });
  expect([ways('success'), ways('warning'), ways('error'), ways('cancelled')]).toEqual([
    'no',
    'out',
    'error',
    null,
  ]);
  expect([ways('skipped'), ways('skipped', false)]).toEqual([null, 'yes']);
  expect(portAfterRecorded(exits, { status: 'success', output: null }, { enabled: true, branchTaken })).toBe(
    'out',
  );
});
