import { expect, test } from 'vitest';
import { costOf } from '@/lib/platform/testing/cost-of';
import { formatHtml } from './format-html';
import { previewDocument } from './html-view';

test('each tag and text has a line, indented by its depth; what is no markup stays as it is', () => {
  const html =
    '<!doctype html><html><body class="a > b"><p>Hello   <b>you</b><br>there</p>' +
    '<!-- <p> --><pre> x\n  y</pre></body></html>';
  expect(formatHtml(html)).toBe(
    [
      '<!doctype html>',
      '<html>',
      '  <body class="a > b">',
      '    <p>',
      '      Hello',
      '      <b>',
      '        you',
      '      </b>',
      '      <br>',
      '      there',
      '    </p>',
      '    <!-- <p> -->',
      '    <pre>',
      ' x\n  y',
      '    </pre>',
      '  </body>',
      '</html>',
    ].join('\n'),
  );
});

test('any text is taken, and a hostile one in proportion to its length', () => {
  for (const piece of ['<', '<a', '"', '<!--', '<script>', '</p>', '<p title="']) {
    const html = piece.repeat(400_000 / piece.length);
    const format = () => expect(typeof formatHtml(html)).toBe('string');
    expect(costOf(format), piece).toBeLessThan(10_000);
  }
});

test('what is previewed may load nothing, whatever it says of itself', () => {
  const shown = previewDocument(
    '<meta http-equiv="Content-Security-Policy" content="img-src *"><img src="https://a.test/x">',
  );
  expect(shown.indexOf("default-src 'none'")).toBeLessThan(shown.indexOf('img-src *'));
});

test('tags that are never closed make no text that is much longer', () => {
  const html = '<a>'.repeat(50_000);
  expect(formatHtml(html).length).toBeLessThan(100 * html.length);
});
