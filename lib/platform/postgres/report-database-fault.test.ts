import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

const FAILING = `
import { reportDatabaseFault } from './report-database-fault';
const refused = Object.assign(new AggregateError([], ''), { code: 'ECONNREFUSED' });
for (const doing of ['send a heartbeat', 'claim executions'])
  for (let count = 0; count < 500; count += 1) reportDatabaseFault(doing, refused);`;

test('a thousand failures in a second make two lines: the first, and one for the rest with no stack', () => {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', FAILING];
  const env = { ...process.env, LOG_FORMAT: 'json', LOG_LEVEL: 'info' };
  const output = execFileSync(process.execPath, args, {
    cwd: path.resolve(import.meta.dirname),
    env,
    encoding: 'utf8',
  });
  const lines = output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { message: 'the database is not available', doing: 'send a heartbeat', reason: 'ECONNREFUSED' },
    { message: 'the database is not available', doing: 'claim executions', repeated: 999 },
  ]);
  expect(output).not.toContain('stack');
});
