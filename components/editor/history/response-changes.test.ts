import { expect, test } from 'vitest';
import type { SentBlock } from '@/lib/services/runs/schema';
import { leaveOutSame, responseChanges } from './response-changes';

const OUTPUTS = { status: 'status', headers: 'headers', body: 'data' };

const answer = (status: number, data: unknown, headers: Record<string, unknown> = {}) =>
  ({
    output: { status, headers, data },
    request: { method: 'GET', url: 'https://example.com', headers: [], body: null },
  }) as unknown as SentBlock;
const between = (before: SentBlock, after: SentBlock) => responseChanges(before, after, OUTPUTS);

test('JSON is compared as values, status and headers by themselves', () => {
  const before = answer(200, { n: 1 }, { etag: 'a', vary: ['x', 'y'] });
  const changes = between(before, answer(404, { n: 2 }, { etag: 'b' }));
  expect(changes).toEqual({
    status: { before: 200, after: 404 },
    headers: { before: { etag: 'a', vary: ['x', 'y'] }, after: { etag: 'b' } },
    body: { kind: 'json', before: { n: 1 }, after: { n: 2 } },
  });
  expect(between(before, before)).toMatchObject({ status: null, body: { kind: 'same' } });
});

test('texts are compared by lines; what both have is left out but for the lines around', () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  const changed = lines.with(10, 'other');
  const { body } = between(answer(200, lines.join('\n')), answer(200, changed.join('\n')));
  expect(body.kind === 'lines' && body.lines.map(({ kind }) => kind)).toEqual([
    'left-out',
    'same',
    'same',
    'same',
    'removed',
    'added',
    'same',
    'same',
    'same',
    'left-out',
  ]);
  expect(body.kind === 'lines' && body.lines[0]).toEqual({ kind: 'left-out', count: 7 });
});

test('an empty body against a text is that text added; bytes are told to differ', () => {
  expect(between(answer(204, null), answer(200, 'a')).body).toMatchObject({
    lines: [
      { kind: 'removed', text: '' },
      { kind: 'added', text: 'a' },
    ],
  });
  const bytes = (base64: string) => answer(200, { base64, size: 1, contentType: 'image/png' });
  expect(between(bytes('AA=='), bytes('AQ==')).body).toEqual({ kind: 'other' });
  expect(between(bytes('AA=='), bytes('AA==')).body).toEqual({ kind: 'same' });
});

test('of very many changed lines the first thousand are shown', () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => ({ kind: 'added' as const, text: `${index}` }));
  const shown = leaveOutSame(lines);
  expect(shown).toHaveLength(1_001);
  expect(shown.at(-1)).toEqual({ kind: 'left-out', count: 4_000 });
});
