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
