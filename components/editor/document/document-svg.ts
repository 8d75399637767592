import type { IconDrawing } from '@/lib/core/blocks/block';
import { readConfig } from '@/lib/core/blocks/read-config';
import { containersAround, graphOf } from '@/lib/core/workflow/graph';
import type { Block, WorkflowDocument } from '@/lib/core/workflow/schema';
import { shapeOf } from './block-shape';
import { FRAME_HEADER_PX, HANDLE_PX } from './block-size';
import { definitionOf, iconOf, isErrorPort, portsOf, summaryOf } from './definition-of';
import { frameSizes, placeOnCanvas, sizeOfBlock } from './frames';
import type { Point, Size } from './geometry';

const MARGIN_PX = 40;
const GROUP_SPACE_PX = 20;
const MAX_LINE_CHARACTERS = 30;
const MAX_NOTE_LINES = 12;
/** A picture is for paper and slides, so it has one look: dark on white. */
const INK = '#1f2328';
const FAINT = '#6b7280';
const LINE = '#9aa1ab';
const DANGER = '#c2362b';
const FONT = 'font-family="Inter, system-ui, sans-serif"';

interface Box extends Point, Size {}

/** Returns a picture of a workflow as it stands on the canvas: its blocks, connections, containers and groups. */
export function documentSvg(document: WorkflowDocument): { svg: string; size: Size } {
  const boxes = boxesOf(document);
  const groups = (document.groups ?? []).flatMap(({ title, blockIds }) => {
    const around = boundsOf(blockIds.flatMap((id) => boxes.get(id) ?? []));
    return around === null ? [] : [{ title, box: grown(around, GROUP_SPACE_PX) }];
  });
  const bounds = boundsOf([...boxes.values(), ...groups.map(({ box }) => grown(box, GROUP_SPACE_PX))]);
  const { x, y, width, height } = grown(bounds ?? { x: 0, y: 0, width: 0, height: 0 }, MARGIN_PX);
  const graph = graphOf(document);
  const depth = (id: string) => containersAround(graph, id).length;
  const ids = [...boxes.keys()].sort((one, other) => depth(one) - depth(other));
  const parts = [
    ...groups.map(({ title, box }) => groupSvg(title, box)),
    ...ids.flatMap((id) =>
      frameSizes(document).has(id) ? [blockSvg(document.blocks[id]!, boxes.get(id)!)] : [],
    ),
    ...document.edges.flatMap((edge) => edgeSvg(document, boxes, edge) ?? []),
    ...ids.flatMap((id) =>
      frameSizes(document).has(id) ? [] : [blockSvg(document.blocks[id]!, boxes.get(id)!)],
    ),
  ];
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" ` +
    `width="${width}" height="${height}"><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="#fff"/>` +
    `${parts.join('')}</svg>`;
  return { svg, size: { width, height } };
}

function boxesOf(document: WorkflowDocument): Map<string, Box> {
  return new Map(
    Object.keys(document.blocks).map((id) => [
      id,
      { ...placeOnCanvas(document, id), ...sizeOfBlock(document, id) },
    ]),
  );
}

function boundsOf(boxes: readonly Box[]): Box | null {
  if (boxes.length === 0) return null;
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y, width, height } of boxes) {
    [left, top] = [Math.min(left, x), Math.min(top, y)];
    [right, bottom] = [Math.max(right, x + width), Math.max(bottom, y + height)];
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
});

function groupSvg(title: string, { x, y, width, height }: Box): string {
  return (
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="12" fill="#f3f6fb" stroke="#c6d3e6"/>` +
    text(title, { x: x + 8, y: y - 6 }, { size: 12, colour: FAINT })
  );
}

function blockSvg(block: Block, box: Box): string {
  const { x, y, width, height } = box;
  const definition = definitionOf(block.type);
  if (definition?.note !== undefined) return noteSvg(block, definition.note.textField, box);
  const isFrame = definition?.container !== undefined;
  const faded = block.enabled ? '' : ' opacity="0.5"';
  const summary = summaryOf(block) || definition?.title || block.type;
  const ports = shapeOf(block, isFrame ? { width, height } : undefined).handles.flatMap((handle) => {
    const port = portsOf(block).find(({ id }) => id === handle.id);
    const isMain = handle.type === 'source' && port?.kind === 'normal';
    if (handle.type === 'target' || port === undefined || isMain) return [];
    const at = { x: x + width - 16, y: y + handle.y + HANDLE_PX / 2 + 4 };
    return [text(port.label, at, { size: 11, colour: isErrorPort(port) ? DANGER : FAINT, end: true })];
  });
  return (
    `<g${faded}><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10" ` +
    `fill="${isFrame ? '#fafbfc' : '#fff'}" stroke="${LINE}"/>` +
    (isFrame ? `<path d="M${x} ${y + FRAME_HEADER_PX}h${width}" stroke="#e3e6ea"/>` : '') +
    iconSvg(iconOf(block.type), { x: x + 12, y: y + 12 }) +
    text(block.name, { x: x + 36, y: y + 26 }, { size: 13, colour: INK, bold: true }) +
    text(summary, { x: x + 12, y: y + 50 }, { size: 11, colour: FAINT }) +
    `${ports.join('')}</g>`
  );
}

function noteSvg(block: Block, field: string, { x, y, width, height }: Box): string {
  const definition = definitionOf(block.type);
  const config = definition && (readConfig(definition, block.config).config as Record<string, unknown>);
  const lines = String(config?.[field] ?? '')
    .split('\n')
    .slice(0, MAX_NOTE_LINES);
  const own = Math.max(height, lines.length * 16 + 20);
  return (
    `<g><rect x="${x}" y="${y}" width="${width}" height="${own}" rx="8" fill="#fff8dc" stroke="#e5d9a8"/>` +
    lines
      .map((line, at) => text(line, { x: x + 10, y: y + 22 + at * 16 }, { size: 12, colour: INK }))
      .join('') +
    '</g>'
  );
}

function edgeSvg(
  document: WorkflowDocument,
  boxes: ReadonlyMap<string, Box>,
  { source, sourceHandle, target, targetHandle }: WorkflowDocument['edges'][number],
): string | null {
  const from = handleAt(document, boxes, source, sourceHandle);
  const to = handleAt(document, boxes, target, targetHandle);
  const block = document.blocks[source];
  if (from === null || to === null || block === undefined) return null;
  const isError = isErrorPort(portsOf(block).find(({ id }) => id === sourceHandle));
  const colour = isError ? DANGER : LINE;
  const bend = Math.max(40, Math.abs(to.x - from.x) / 2);
  const end = to.x - 6;
  return (
    `<path d="M${from.x} ${from.y}C${from.x + bend} ${from.y} ${end - bend} ${to.y} ${end} ${to.y}" ` +
    `fill="none" stroke="${colour}" stroke-width="1.5"/>` +
    `<path d="M${end} ${to.y - 4}l7 4l-7 4z" fill="${colour}"/>`
  );
}

/** Returns the middle of a handle on the canvas. */
function handleAt(
  { blocks }: WorkflowDocument,
  boxes: ReadonlyMap<string, Box>,
  blockId: string,
  handleId: string,
): Point | null {
  const box = boxes.get(blockId);
  const block = blocks[blockId];
  if (box === undefined || block === undefined) return null;
  const isFrame = definitionOf(block.type)?.container !== undefined;
  const handle = shapeOf(block, isFrame ? box : undefined).handles.find(({ id }) => id === handleId);
  if (handle === undefined) return null;
  return { x: box.x + handle.x + HANDLE_PX / 2, y: box.y + handle.y + HANDLE_PX / 2 };
}

function iconSvg(drawing: IconDrawing, { x, y }: Point): string {
  const shapes = drawing.map(([element, attributes]) => {
    const written = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`);
    return `<${element} ${written.join(' ')}/>`;
  });
  return (
    `<g transform="translate(${x} ${y}) scale(0.7)" fill="none" stroke="${FAINT}" stroke-width="2" ` +
    `stroke-linecap="round" stroke-linejoin="round">${shapes.join('')}</g>`
  );
}

interface TextLook {
  size: number;
  colour: string;
  bold?: boolean;
  /** True if it ends at the point instead of beginning there. */
  end?: boolean;
}

function text(content: string, { x, y }: Point, { size, colour, bold, end }: TextLook): string {
  const shown =
    content.length > MAX_LINE_CHARACTERS ? `${content.slice(0, MAX_LINE_CHARACTERS - 1)}…` : content;
  return (
    `<text x="${x}" y="${y}" ${FONT} font-size="${size}" fill="${colour}"` +
    `${bold ? ' font-weight="600"' : ''}${end ? ' text-anchor="end"' : ''}>${escaped(shown)}</text>`
  );
}

/** XML knows no control characters, escaped or not. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is left out
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])/g;

const escaped = (content: string): string =>
  content
    .replace(NOT_IN_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
