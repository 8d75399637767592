import { afterEach, expect, test, vi } from 'vitest';
import { copyText } from './copy-text';

afterEach(() => void vi.unstubAllGlobals());

/** A page with the older way to copy alone; returns what it copied. */
function pageThatCopies(clipboard: object | undefined): string[] {
  const copied: string[] = [];
  const area = { value: '', style: {}, setAttribute() {}, select() {}, remove() {} };
  vi.stubGlobal('navigator', { clipboard });
  vi.stubGlobal('document', {
    createElement: () => area,
    body: { append() {} },
    execCommand: () => copied.push(area.value) > 0,
  });
  return copied;
}

test.each([
  ['has no clipboard, as on an origin without TLS', undefined],
  ['may not use it', { writeText: () => Promise.reject(new DOMException('No.', 'NotAllowedError')) }],
])('a page that %s copies in the older way', async (_, clipboard) => {
  const copied = pageThatCopies(clipboard);
  expect(await copyText('a text')).toBe(true);
  expect(copied).toEqual(['a text']);
});

test('a page with a clipboard uses it', async () => {
  const written: string[] = [];
  const copied = pageThatCopies({ writeText: async (text: string) => void written.push(text) });
  expect(await copyText('a text')).toBe(true);
  expect([written, copied]).toEqual([['a text'], []]);
});
