import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TextWithLinks } from './text-with-links';

const linksIn = (text: string) => {
  const html = renderToStaticMarkup(<TextWithLinks text={text} />);
  expect(html.replace(/<[^>]+>/g, '')).toBe(text);
  return [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
};

test.each([
  ['See https://a.example/x. Then (http://b.example/y).', ['https://a.example/x', 'http://b.example/y']],
  ['https://a.example/x-1/', ['https://a.example/x-1/']],
  ['javascript:alert(1) and https://', []],
  ['no address', []],
])('%s', (text, links) => expect(linksIn(text)).toEqual(links));

test('long text of many dots takes one pass', () => {
  expect(linksIn(`https://a.example/${'.'.repeat(50_000)}x`)).toHaveLength(1);
});
