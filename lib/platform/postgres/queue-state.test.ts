import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const LIB = path.join(import.meta.dirname, '../..');
/** Bulk jobs and outages of servers have states of their own. */
const OTHER_STATES = ['services/bulk/', 'services/server-outages/', 'services/runs/outages/'];
/** SQL that compares with, sets or selects such a name literally; connections, servers and proposals have states of their own. */
const SPELLED_OUT =
  /\b(?:state|outcome)\s*(?:=|<>|IN\s*\()\s*'(?!connected'|expired'|away'|suspected'|open')|\bTHEN '(?:queued|running|pending|succeeded|failed|cancelled)'/;

test('no statement spells out a state of an execution or a delivery: their lists are the only place', () => {
  const files = readdirSync(LIB, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      file.endsWith('.ts') &&
      !/\.test\.ts$|^generated/.test(file) &&
      !OTHER_STATES.some((room) => file.startsWith(room)),
  );
  expect(files.length).toBeGreaterThan(300);
  const spelledOut = files.filter((file) => SPELLED_OUT.test(readFileSync(path.join(LIB, file), 'utf8')));
  expect(spelledOut).toEqual([]);
});
