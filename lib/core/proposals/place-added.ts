import type { Block, WorkflowDocument } from '../workflow/schema';

const COLUMN_PX = 256;
const ROW_PX = 144;
/** Inside a container, from its corner. */
const FIRST_INSIDE = { x: 32, y: 64 };

type Point = Block['position'];

/** Places the blocks that are new in `after` behind those they are connected from, where nothing stands. */
export function placeAdded(before: WorkflowDocument, after: WorkflowDocument): WorkflowDocument {
  const added = Object.values(after.blocks).filter(({ id }) => before.blocks[id] === undefined);
  const placed = new Map(Object.values(after.blocks).map((block) => [block.id, block]));
  for (const { id } of added) placed.delete(id);
  for (const block of inOrder(added, after)) {
    const beside = [...placed.values()].filter(({ parentId }) => parentId === block.parentId);
    const position = freePoint(wantedPoint(block, beside, after), beside);
    placed.set(block.id, { ...block, position });
  }
  const blocks = Object.keys(after.blocks).flatMap((id) => {
    const block = placed.get(id);
    return block === undefined ? [] : [[id, block] as const];
  });
  return { ...after, blocks: Object.fromEntries(blocks) };
}

function wantedPoint(block: Block, beside: readonly Block[], { edges }: WorkflowDocument): Point {
  const sources = new Set(edges.filter(({ target }) => target === block.id).map(({ source }) => source));
  const from = beside.find(({ id }) => sources.has(id));
  if (from !== undefined) return { x: from.position.x + COLUMN_PX, y: from.position.y };
  const [first] = beside;
  if (first === undefined) return block.parentId === undefined ? { x: 0, y: 0 } : FIRST_INSIDE;
  let { x, y } = first.position;
  for (const { position } of beside) {
    x = Math.min(x, position.x);
    y = Math.max(y, position.y);
  }
  return { x, y: y + ROW_PX };
}

function freePoint(wanted: Point, beside: readonly Block[]): Point {
  const point = { ...wanted };
  const isTaken = () =>
    beside.some(
      ({ position }) =>
        Math.abs(position.x - point.x) < COLUMN_PX / 2 && Math.abs(position.y - point.y) < ROW_PX,
    );
  while (isTaken()) point.y += ROW_PX;
  return point;
}

/** Sorts blocks behind those that lead to them; what leads in a circle keeps its order. */
function inOrder(added: readonly Block[], { edges }: WorkflowDocument): Block[] {
  const left = new Map(added.map((block) => [block.id, block]));
  const ordered: Block[] = [];
  while (left.size > 0) {
    const waits = new Set(
      edges.flatMap(({ source, target }) => (source !== target && left.has(source) ? [target] : [])),
    );
    const ready = [...left.values()].filter(({ id }) => !waits.has(id));
    const next = ready.length === 0 ? [...left.values()] : ready;
    for (const block of next) left.delete(block.id);
    ordered.push(...next);
  }
  return ordered;
}
