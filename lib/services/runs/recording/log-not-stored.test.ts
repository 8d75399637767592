import { expect, test } from 'vitest';
import type { TraceSpan } from '../../../core/engine/trace-span';
import { StatementTooSlow } from '../../../platform/postgres/database-faults';
import type { CompletionRow } from '../shapes/execution-row';
import { notStored, sizeOfLog, withoutValues } from './log-not-stored';

const MB = 1024 * 1024;

const span = (id: string, children: TraceSpan[] = []) =>
  ({
    id,
    blockId: id,
    name: id,
    status: 'error',
    durationMs: 3,
    children,
    input: { secret: 'in' },
    output: { secret: 'out' },
    error: { code: 'HTTP_FAILED', message: 'secret words' },
    assertions: [{ text: 'secret', ok: false, found: 'secret' }],
  }) as unknown as TraceSpan;

function rowWith(changes: Partial<CompletionRow> = {}): CompletionRow {
  return {
    execution: { executionId: 'e' },
    level: 'info',
    traceSpans: '[]',
    finalOutput: '{"a":1}',
    error: null,
    ...changes,
  } as unknown as CompletionRow;
}

test('its size is that of its texts and files', () => {
  const files = [{ base64: 'x'.repeat(30) }, { base64: null }] as unknown as CompletionRow['files'];
  expect(sizeOfLog(rowWith({ files }))).toBe(2 + 7 + 30);
});

test('the log says what became of the run, how much there was, and why it is not there', () => {
  const row = rowWith({ finalOutput: 'x'.repeat(3 * MB) });
  expect(notStored(row, new StatementTooSlow('slow'))).toEqual({
    code: 'LOG_NOT_STORED',
    message:
      'All of its blocks ran, but the values in its log, 3.0 MB in all, took too long to be written. ' +
      'What the blocks did took effect. Work on less data in one run.',
  });
  const failed = rowWith({ error: '{"code":"HTTP_FAILED","message":"…"}' });
  expect(notStored(failed, new Error('x')).message).toMatch(
    /^It ended with HTTP_FAILED, but .* were refused by the database\./,
  );
});

test('blocks, their states and times stay; of values and words nothing', () => {
  const files = [{ base64: 'AAAA' }] as unknown as CompletionRow['files'];
  const traceSpans = JSON.stringify([span('a', [span('b')])]);
  const error = { code: 'LOG_NOT_STORED', message: 'why' };
  const bare = withoutValues(rowWith({ files, traceSpans }), error);
  expect(bare).not.toHaveProperty('files');
  expect(bare).toMatchObject({ level: 'error', error: JSON.stringify(error) });
  expect(JSON.parse(bare.finalOutput)).toMatchObject({ truncated: true, bytes: 7 });
  const [a] = JSON.parse(bare.traceSpans) as TraceSpan[];
  expect(a).toMatchObject({ id: 'a', status: 'error', durationMs: 3, input: null, output: null });
  expect(a?.children[0]).toMatchObject({ id: 'b', error: { code: 'HTTP_FAILED', message: 'Not stored.' } });
  expect(bare.traceSpans).not.toContain('secret');
});

test('spans so long that reading them would be felt are left out', () => {
  const traceSpans = `[${' '.repeat(9 * MB)}]`;
  expect(withoutValues(rowWith({ traceSpans }), { code: 'X', message: 'x' }).traceSpans).toBe('[]');
});
