import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TooltipProvider } from '../ui/tooltip';
import { Markdown } from './markdown';

const html = (text: string): string =>
  renderToStaticMarkup(
    <TooltipProvider>
      <Markdown text={text} />
    </TooltipProvider>,
  );

test('HTML is shown as text', () => {
  const shown = html(
    'Hi <script>alert(1)</script> <img src=x onerror=alert(1)>\n\n<iframe src="//e"></iframe>',
  );
  expect(shown).not.toMatch(/<(script|img|iframe)/);
  expect(shown).toContain('&lt;script&gt;');
  expect(shown).toContain('&lt;iframe');
});

test('links lead to other sites in a tab of their own, or are text', () => {
  expect(html('[a](https://example.com/x)')).toMatch(
    /<a href="https:\/\/example.com\/x" target="_blank" rel="noopener noreferrer nofollow"[^>]*>a<\/a>/,
  );
  expect(html('https://example.com')).toContain('href="https://example.com/"');
  for (const written of ['javascript:alert(1)', '/settings', '#x', 'data:text/html,x'])
    expect(html(`[a](${written}) <${written}>`)).not.toContain('href');
  expect(html('A note[^1].\n\n[^1]: Which.')).not.toContain('href');
});

test('an image is a link to it', () => {
  const shown = html('![the *map*](https://example.com/map.png) ![x](data:image/png;base64,AA)');
  expect(shown).not.toContain('<img');
  expect(shown).toMatch(/<a href="https:\/\/example.com\/map.png"[^>]*>Image: the map<\/a>/);
  expect(shown).toContain('<span>Image: x</span>');
});

test('code is copied as it stands, tables and lists are formatted', () => {
  expect(html('```js\nconst a = "<b>";\n```')).toContain('<code>const a = &quot;&lt;b&gt;&quot;;</code>');
  expect(html('| a | b |\n|---|--:|\n| 1 | 2 |')).toMatch(/<table.*<th.*<td/s);
  expect(html('3. c\n4. d')).toContain('<ol start="3"');
  const tasks = html('- [x] done\n- [ ] open');
  expect(tasks).toContain('☑');
  expect(tasks).not.toContain('<input');
});

test('two tildes strike through, one stands before a number', () => {
  expect(html('~20 to ~30, ~~not 40~~')).toContain('<p>~20 to ~30, <del>not 40</del></p>');
});

test('line breaks stay', () => {
  expect(html('one\ntwo\n\n- three\n  four')).toMatch(/one<br\/>\s*two.*three<br\/>\s*four/s);
});

test.each([
  ['**终。**次', '<strong>终。</strong>次'],
  ['これは**「強調」**です', 'これは<strong>「強調」</strong>です'],
  ['~~取消。~~次', '<del>取消。</del>次'],
  ['“**굵게**”와 **“인용”**을', '“<strong>굵게</strong>”와 <strong>“인용”</strong>을'],
])('%s: marks work beside the punctuation of Chinese, Japanese and Korean', (text, shown) => {
  expect(html(text)).toContain(shown);
});

test.each([
  ['見る https://example.com/x。次の文', 'https://example.com/x', '。次の文'],
  ['（https://example.com/x）を', 'https://example.com/x', '）を'],
  ['“https://example.com/日本語”', 'https://example.com/%E6%97%A5%E6%9C%AC%E8%AA%9E', '”'],
  ['www.example.com、それ', 'http://www.example.com/', '、それ'],
])('%s: an address ends before such punctuation', (text, url, rest) => {
  const [, href, behind] = /<a href="([^"]*)".*<\/a>(.*)<\/p>/.exec(html(text)) ?? [];
  expect([href, behind]).toEqual([url, rest]);
});

test('an address in brackets is taken as it stands', () => {
  expect(html('[x。](https://example.com/a。b)')).toContain('>x。</a>');
  expect(html('<https://example.com/a。b>')).toContain('>https://example.com/a。b</a>');
});
