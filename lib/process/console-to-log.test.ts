import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const ROOM = path.join(import.meta.dirname, 'console-to-log.ts');

/** What a process prints that runs this after its console goes to the log. */
async function printed(code: string): Promise<string> {
  const main = `({ sendConsoleToLog }) => { sendConsoleToLog(); ${code} }`;
  const script = `import(${JSON.stringify(ROOM)}).then(${main})`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['--import', 'tsx', '-e', script], {
    env: { ...process.env, LOG_FORMAT: 'json', LOG_LEVEL: 'info' },
  });
  expect(stderr).toBe('');
  return stdout;
}

test('what packages print can neither begin a line of its own nor move the cursor', async () => {
  const out = await printed(String.raw`console.error('⨯ no page', '/x\r\n[audit] all deleted\u001b[2J');`);
  expect(out.trim().split('\n')).toHaveLength(1);
  expect(out).not.toMatch(/(?!\n)\p{Cc}/u);
  expect(JSON.parse(out)).toMatchObject({ level: 'error', component: 'console' });
  expect(JSON.parse(out).text).toContain('[audit] all deleted');
}, 60_000); // a process is started

test('errors printed by packages are logged without their message, which may quote a request', async () => {
  const out = await printed(`console.error('failed', new TypeError('a secret of somebody'));`);
  expect(JSON.parse(out)).toMatchObject({ text: 'failed', error: { type: 'TypeError' } });
  expect(out).not.toContain('a secret of somebody');
}, 60_000); // a process is started
