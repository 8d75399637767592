import { describe, expect, it } from 'vitest';
import { costOf } from '../../platform/testing/cost-of';
import { checkWorkflow, createWorkflowCheck } from './check-workflow';
import { WorkflowDocument } from './schema';

const position = { x: 0, y: 0 };
const START = { id: 's', type: 'start', name: 's', position };

function documentOf(urls: readonly string[]): WorkflowDocument {
  const blocks = urls.map((url, index) => {
    const id = `b${index}`;
    return { id, type: 'api', name: id, position, config: { url } };
  });
  return WorkflowDocument.parse({
    blocks: Object.fromEntries([START, ...blocks].map((block) => [block.id, block])),
    edges: blocks.map(({ id }) => ({ id: `e${id}`, source: 's', target: id })),
  });
}

const refusals = (document: WorkflowDocument) =>
  checkWorkflow(document).filter(({ refuses }) => refuses === true);
const url = (references: number, reference = '<s.v>') =>
  `https://h.example/?q=${reference.repeat(references)}`;

describe('references', () => {
  it('a field may hold 2,000, and one more is refused in words with its place', () => {
    expect(refusals(documentOf([url(2_000)]))).toEqual([]);
    const [one, ...others] = refusals(documentOf([url(2_001)]));
    expect(others).toEqual([]);
    expect(one).toMatchObject({
      code: 'REFERENCES_TOO_MANY',
      blockId: 'b0',
      field: 'url',
      severity: 'error',
    });
    expect(one?.message).toContain('holds more than 2,000 references, which is the most');
  });

  it('variables count as references', () => {
    expect(refusals(documentOf([url(2_001, '{{KEY}}')]))).toMatchObject([{ field: 'url' }]);
  });

  it('a workflow may hold 20,000', () => {
    expect(refusals(documentOf(Array.from({ length: 10 }, () => url(2_000))))).toEqual([]);
    const [one] = refusals(documentOf([...Array.from({ length: 10 }, () => url(2_000)), url(1)]));
    expect(one).toMatchObject({ code: 'REFERENCES_TOO_MANY', severity: 'error' });
    expect(one?.message).toContain('more than 20,000 references, which is the most');
  });

  it('a text full of signs that references begin with is not looked through', () => {
    for (const sign of ['<', '{{ ']) {
      const [one] = refusals(documentOf([url(10_001, sign)]));
      expect(one?.message).toMatch(/more than 10,000 signs/);
      expect(refusals(documentOf([url(10_000, sign)]))).toEqual([]);
    }
  });

  it('signs alone are not counted as references of the workflow', () => {
    const found = refusals(documentOf(Array.from({ length: 10 }, () => url(10_001, '<'))));
    expect(found.map(({ blockId }) => blockId)).toEqual(Array.from({ length: 10 }, (_, n) => `b${n}`));
  });

  it('blocks that were not looked at because of one with too many are once that one is mended', () => {
    const check = createWorkflowCheck();
    const document = documentOf([url(41_000), url(2_001)]);
    expect(check(document).filter(({ refuses }) => refuses).length).toBeGreaterThan(0);
    const b0 = { ...document.blocks.b0!, config: { url: url(1) } };
    const mended = { ...document, blocks: { ...document.blocks, b0 } };
    expect(check(mended)).toEqual(checkWorkflow(mended));
    expect(check(mended).filter(({ refuses }) => refuses)).toMatchObject([{ blockId: 'b1', field: 'url' }]);
  });

  it('a block that is switched off is refused too: it can be switched on later', () => {
    const document = documentOf([url(2_001)]);
    const b0 = { ...document.blocks.b0!, enabled: false };
    expect(refusals({ ...document, blocks: { ...document.blocks, b0 } })).toHaveLength(1);
  });

  it('4 MB of them are refused in the time that a few of them take', () => {
    const four = documentOf([url(800_000)]);
    expect(costOf(() => expect(refusals(four)).toHaveLength(1))).toBeLessThan(200);
    const spread = documentOf(Array.from({ length: 40 }, () => url(20_000)));
    expect(costOf(() => expect(refusals(spread).length).toBeGreaterThan(0))).toBeLessThan(3_000);
  });
});

describe('the size of a document', () => {
  const parse = (blocks: number, edges: number) =>
    WorkflowDocument.safeParse({
      blocks: Object.fromEntries(
        Array.from({ length: blocks }, (_, index) => [`b${index}`, { ...START, id: `b${index}` }]),
      ),
      edges: Array.from({ length: edges }, (_, index) => ({ id: `e${index}`, source: 'b0', target: 'b1' })),
    });
  const messages = (blocks: number, edges: number) => {
    const { error } = parse(blocks, edges);
    return error?.issues.map(({ message, path }) => `${path.join('.')}: ${message}`) ?? [];
  };

  it('2,000 blocks and 5,000 connections are the most', () => {
    expect(messages(2_000, 5_000)).toEqual([]);
    expect(messages(2_001, 0)).toEqual([expect.stringMatching(/^blocks: .*2,?000 blocks/)]);
    expect(messages(2, 5_001)).toEqual([expect.stringMatching(/^edges: .*5,?000 connections/)]);
  });

  it('a hundred thousand blocks are counted, not read', () => {
    const blocks = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`b${index}`, 7]));
    const { error } = WorkflowDocument.safeParse({ blocks, edges: [] });
    expect(error?.issues).toHaveLength(1);
  });

  it('a list in a config that is far too long is refused once, not for each row', () => {
    const rows = Array.from({ length: 200_000 }, () => ({ key: 7 }));
    const document = documentOf(['https://h.example/']);
    const b0 = { ...document.blocks.b0!, config: { url: 'https://h.example/', headers: rows } };
    const found = checkWorkflow({ ...document, blocks: { ...document.blocks, b0 } });
    expect(found.length).toBeLessThanOrEqual(101);
    expect(found).toContainEqual(expect.objectContaining({ field: 'headers', severity: 'error' }));
  });
});
