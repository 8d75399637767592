import { expect, test } from 'vitest';
import { documentSvg } from './document-svg';
import { lineDocument } from './line-document.fixture';
import { loopDocument } from './loop-document.fixture';

const textsIn = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);

test('a picture has every block by its name, and every connection', () => {
  const document = lineDocument();
  const { svg, size } = documentSvg(document);
  for (const { name } of Object.values(document.blocks)) expect(textsIn(svg)).toContain(name);
  expect(svg.match(/<path d="M[^"]*C[^"]*"/g)).toHaveLength(document.edges.length);
  expect(size.width).toBeGreaterThan(600);
  expect(svg).toContain(`viewBox="-40 -40 ${size.width} ${size.height}"`);
});

test('containers are drawn behind what lies in them, and groups behind all', () => {
  const document = loopDocument();
  const [first] = Object.keys(document.blocks);
  const { svg } = documentSvg({
    ...document,
    groups: [{ id: 'g', title: 'Together', colour: 'blue', blockIds: [first!] }],
  });
  const texts = textsIn(svg);
  const frames = Object.values(document.blocks).filter(({ id }) =>
    Object.values(document.blocks).some(({ parentId }) => parentId === id),
  );
  const inside = Object.values(document.blocks).filter(({ parentId }) => parentId !== undefined);
  expect(inside.length).toBeGreaterThan(0);
  expect(texts[0]).toBe('Together');
  expect(texts.indexOf(frames[0]!.name)).toBeLessThan(texts.indexOf(inside[0]!.name));
});

test('texts of people are no markup, and what XML forbids is left out', () => {
  const document = lineDocument();
  document.groups = [{ id: 'g', title: '<script>&"\u0001\ud800', colour: 'blue', blockIds: ['b'] }];
  const { svg } = documentSvg(document);
  expect(svg).toContain('&lt;script&gt;&amp;&quot;<');
  expect(svg).not.toContain('<script');
});

test('a workflow without blocks is an empty picture', () => {
  const { svg, size } = documentSvg({ ...lineDocument(), blocks: {}, edges: [] });
  expect(size).toEqual({ width: 80, height: 80 });
  expect(textsIn(svg)).toEqual([]);
});
