import { afterEach, expect, test, vi } from 'vitest';
import { saying } from './progress.mjs';

afterEach(() => vi.restoreAllMocks());

test('what takes long says in between how long it has taken and how far it is', async () => {
  const lines: string[] = [];
  let heard = () => {};
  const twoReports = new Promise<void>((resolve) => (heard = resolve));
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(String(text).trim());
    if (lines.length === 3) heard();
    return true;
  });
  await saying('Installing', () => twoReports, { soFar: () => '12 of 354', everyMs: 1 });
  expect(lines[0]).toBe('· Installing …');
  expect(lines[1]).toMatch(/^· Installing: 12 of 354 … \d+\.\d s$/);
  expect(lines.at(-1)).toMatch(/^· Installing: done in \d+\.\d s$/);
});
