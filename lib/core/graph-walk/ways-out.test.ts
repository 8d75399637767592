import { expect, test } from 'vitest';
import type { OutputPort } from '../blocks/block';
import { waysOut } from './ways-out';

const PORTS: readonly OutputPort[] = [
  { id: 'waiting', label: 'While waiting', kind: 'early' },
  { id: 'error', label: 'On error', kind: 'error' },
  { id: 'yes', label: 'Yes', kind: 'branch' },
  { id: 'no', label: 'No', kind: 'branch' },
];
const all = () => true;
const without = (port: string) => (other: string) => other !== port;

test('there is a way out for each connected branch and failure, with the port taken before', () => {
  const ways = (isConnected: (port: string) => boolean, enabled = true) =>
    waysOut(PORTS, { enabled, isConnected }).map((way) => [...way].sort());
  expect(ways(all)).toEqual([
    ['waiting', 'yes'],
    ['no', 'waiting'],
    ['error', 'waiting'],
  ]);
  expect(ways(without('error'))).toHaveLength(2);
  expect(ways(without('no'))).toEqual([['waiting', 'yes'], ['waiting'], ['error', 'waiting']]);
  expect(ways(all, false)).toEqual([['yes']]);
  expect(waysOut([], { enabled: true, isConnected: () => false }).map((way) => [...way])).toEqual([[]]);
});
