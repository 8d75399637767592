import { expect, test } from 'vitest';
import { TEMPLATES } from '@/lib/core/templates/all-templates';
import { placeOnCanvas, sizeOfBlock } from '../editor/document/frames';
import { drawGraph } from './drawn-graph';
import { findTemplates } from './find-templates';

const idsOf = (search: string, category: Parameters<typeof findTemplates>[1] = 'all') =>
  findTemplates(search, category).map(({ id }) => id);

test('a search needs all its words, in whatever case and order', () => {
  expect(idsOf('')).toHaveLength(TEMPLATES.length);
  expect(idsOf('CALENDAR oauth2')).toEqual(['connected-calendar']);
  expect(idsOf('calendar saga')).toEqual([]);
});

test('blocks and the category are found too, and a category narrows', () => {
  expect(idsOf('agent')).toEqual(['triage-message', 'chat-with-orders']);
  expect(idsOf('', 'ai')).toEqual(['triage-message', 'chat-with-orders']);
  expect(idsOf('approval', 'ai')).toEqual([]);
});

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
const overlapping = (boxes: ReadonlyArray<Box & { id: string }>) =>
  boxes.flatMap((a, at) =>
    boxes.slice(at + 1).flatMap((b) => (overlap(a, b) ? [`${a.id} and ${b.id}`] : [])),
  );

test.each(TEMPLATES.map((template) => [template.id, template] as const))(
  '%s: no block lies on another, on the canvas and in the drawing',
  (_, { document }) => {
    const beside = Object.values(document.blocks).map(({ id, parentId }) => {
      return { id, parentId, ...placeOnCanvas(document, id), ...sizeOfBlock(document, id) };
    });
    for (const within of new Set(beside.map(({ parentId }) => parentId)))
      expect(overlapping(beside.filter(({ parentId }) => parentId === within))).toEqual([]);
    const { blocks, lines, width, height } = drawGraph(document);
    expect(overlapping(blocks.filter(({ isFrame }) => !isFrame))).toEqual([]);
    expect(lines).toHaveLength(document.edges.length);
    for (const block of blocks) {
      expect(block.x).toBeGreaterThanOrEqual(0);
      expect(block.x + block.width).toBeLessThanOrEqual(width);
      expect(block.y + block.height).toBeLessThanOrEqual(height);
    }
  },
);
