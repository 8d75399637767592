import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { isFormatted } from '../document/note-text';
import { NoteMarkdown } from './note-markdown';

const drawn = (text: string) => renderToStaticMarkup(<NoteMarkdown text={text} />);

test('a note shows its lists, its emphasis and its links', () => {
  const markup = drawn('# Orders\n\n- **first**\n- [guide](https://example.com/guide)\n\n1. `call`');
  expect(markup).toContain('<strong>first</strong>');
  expect(markup).toMatch(/<ul[^>]*>.*<li>/s);
  expect(markup).toMatch(/<ol[^>]*>.*<code[^>]*>call<\/code>/s);
  expect(markup).toMatch(/<a href="https:\/\/example\.com\/guide"[^>]*rel="noopener noreferrer nofollow"/);
  expect(markup).not.toMatch(/<h\d/);
});

test('lines stay as they were typed', () => {
  expect(drawn('Runs at *night*.\nAsk Ada.')).toMatch(/<p>Runs at <em>night<\/em>\.<br\/>\s*Ask Ada\.<\/p>/);
});

test('neither HTML, scripts nor foreign images get into the page', () => {
  const markup = drawn(
    '<img src=x onerror=alert(1)>\n\n[x](javascript:alert(1))\n\n![seen](https://example.com/pixel.png)',
  );
  expect(markup).not.toContain('<img');
  expect(markup).not.toContain('href="javascript');
  expect(markup).toContain('Image: seen');
});

test.each([
  ['Runs at night.\nAsk Ada.', false],
  ['costs - as ever - 3', false],
  ['', false],
  ['- one', true],
  ['2. two', true],
  ['**bold**', true],
  ['see https://example.com', true],
])('%j is drawn as Markdown: %s', (text, isSo) => expect(isFormatted(text)).toBe(isSo));
