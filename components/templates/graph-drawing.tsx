import { createElement, useMemo } from 'react';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { cn } from '../ui/class-names';
import { type DrawnBlock, drawGraph } from './drawn-graph';

const ICON = 16;
/** Keeps a drawing of two blocks from being scaled larger than one of five. */
const LEAST_WIDTH = 340;

/** A small drawing of a workflow: its blocks as icons, and their connections. */
export function GraphDrawing({ document, className }: { document: WorkflowDocument; className?: string }) {
  const { blocks, lines, width, height } = useMemo(() => drawGraph(document), [document]);
  const wide = Math.max(width, LEAST_WIDTH);
  return (
    <svg
      viewBox={`${(width - wide) / 2} 0 ${wide} ${height}`}
      className={cn('w-full', className)}
      fill="none"
      aria-hidden
    >
      {blocks.map((block) => (block.isFrame ? <Frame key={block.id} block={block} /> : null))}
      {lines.map(({ id, from, to }) => {
        const bend = Math.max(10, Math.abs(to.x - from.x) / 2);
        const path = `M${from.x} ${from.y}C${from.x + bend} ${from.y} ${to.x - bend} ${to.y} ${to.x} ${to.y}`;
        return <path key={id} d={path} className="stroke-faint" strokeWidth={1.25} />;
      })}
      {blocks.map((block) => (block.isFrame ? null : <Box key={block.id} block={block} />))}
    </svg>
  );
}

function Frame({ block: { x, y, width, height } }: { block: DrawnBlock }) {
  return (
    <rect
      x={x}
      y={y}
      width={width}
      height={height}
      rx={7}
      strokeDasharray="4 3"
      className="fill-sunken stroke-line-strong"
    />
  );
}

function Box({ block: { x, y, width, height, icon } }: { block: DrawnBlock }) {
  const place = `translate(${x + (width - ICON) / 2} ${y + (height - ICON) / 2}) scale(${ICON / 24})`;
  return (
    <g>
      <rect x={x} y={y} width={width} height={height} rx={7} className="fill-raised stroke-line-strong" />
      <g
        transform={place}
        className="stroke-accent"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        {icon.map(([element, attributes], index) => createElement(element, { key: index, ...attributes }))}
      </g>
    </g>
  );
}
