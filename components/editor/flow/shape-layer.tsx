'use client';

import { type ReactFlowState, useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { isErrorPort, portsOf, startsRuns } from '../document/definition-of';
import type { BlockNode } from '../document/flow-elements';
import { useEditorStore } from '../store/editor-context';
import type { EditorState } from '../store/editor-store';
import { shownProblems } from '../store/fresh-block';
import { problemsOfBlock } from '../store/lookups';
import { takenEdges } from '../store/taken-edges';
import {
  type Colours,
  coloursOf,
  drawLines,
  drawShapes,
  type Line,
  type Mark,
  type Shape,
} from './draw-shapes';
import { placeOfHandle } from './handle-place';
import { namesDrawing } from './names-drawing';
import { detailAt } from './zoom-detail';

/**
 * Draws the connections of a large workflow seen from afar, and from farther off its blocks and names too,
 * on one canvas: thousands take a few milliseconds a frame, as elements many times that.
 */
export function ShapeLayer() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const flow = useStoreApi();
  const editor = useEditorStore();
  useEffect(() => {
    const drawn = canvas.current;
    const pen = drawn?.getContext('2d');
    if (drawn === null || pen == null) return;
    let colours = coloursOf(drawn);
    const names = namesDrawing(drawn, pen, true);
    const draw = () => {
      const state = { flow: flow.getState(), editor: editor.getState(), colours };
      drawAll(drawn, pen, state);
      if (detailAt(state.flow.transform[2]) === 'far') names.draw(state, colours);
      else names.hide();
    };
    return redrawing(draw, (ask) => [
      flow.subscribe(ask),
      editor.subscribe(ask),
      names.onAsk(ask),
      onThemeChange(() => {
        colours = coloursOf(drawn);
        ask();
      }),
    ]);
  }, [flow, editor]);
  return <canvas ref={canvas} aria-hidden className="flow-shapes" />;
}

/** Draws now, and in the next frame after each request. @returns a function that stops it */
export function redrawing(draw: () => void, listen: (ask: () => void) => Array<() => void>): () => void {
  let frame = 0;
  const ends = listen(() => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      draw();
    });
  });
  draw();
  return () => {
    cancelAnimationFrame(frame);
    for (const end of ends) end();
  };
}

export function onThemeChange(act: () => void): () => void {
  const observer = new MutationObserver(act);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

interface Drawn {
  flow: ReactFlowState;
  editor: EditorState;
  colours: Colours;
}

function drawAll(
  canvas: HTMLCanvasElement,
  pen: CanvasRenderingContext2D,
  { flow, editor, colours }: Drawn,
): void {
  const { width, height, transform } = flow;
  const [x, y, zoom] = transform;
  fitCanvas(canvas, pen, width, height);
  const sight = { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom };
  const isFar = detailAt(zoom) === 'far';
  drawLines(pen, linesOf(flow, editor), { transform, colours, sight, curved: !isFar });
  if (isFar) drawShapes(pen, shapesOf(flow, editor), { transform, colours, sight });
}

/** Resizes the canvas to the screen's resolution and clears it. */
export function fitCanvas(
  canvas: HTMLCanvasElement,
  pen: CanvasRenderingContext2D,
  width: number,
  height: number,
): void {
  const ratio = globalThis.devicePixelRatio || 1;
  const [wide, high] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== wide) canvas.width = wide;
  if (canvas.height !== high) canvas.height = high;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, width, height);
}

/** Returns the shapes of blocks at their current places, also while dragged: frames first, behind others. */
export function shapesOf({ nodeLookup }: ReactFlowState, editor: EditorState): Shape[] {
  const frames: Shape[] = [];
  const shapes: Shape[] = [];
  for (const node of nodeLookup.values()) {
    const { id, hidden, type, internals, measured, selected } = node;
    if (hidden) continue;
    const { x: left, y: top } = internals.positionAbsolute;
    const shape = { left, top, right: left + (measured.width ?? 0), bottom: top + (measured.height ?? 0) };
    const isFrame = type === ('container' satisfies BlockNode['type']);
    (isFrame ? frames : shapes).push({ ...shape, isFrame, mark: markOf(editor, id, selected) });
  }
  return [...frames, ...shapes];
}

function markOf(editor: EditorState, id: string, selected: boolean | undefined): Mark {
  const { document, run } = editor;
  const block = document.blocks[id];
  const status = run.blocks[id]?.status;
  if (selected) return 'selected';
  if (status === 'running' || status === 'success' || status === 'warning' || status === 'error')
    return status;
  if (block === undefined) return 'plain';
  if (problemsOfBlock(shownProblems(editor), id).length > 0) return 'problem';
  return block.enabled ? (startsRuns(block.type) ? 'beginning' : 'plain') : 'off';
}

function linesOf({ nodeLookup }: ReactFlowState, { document, edges, run }: EditorState): Line[] {
  const taken = takenEdges(document, run);
  const lines: Line[] = [];
  for (const { id, source, sourceHandle, target, targetHandle, hidden } of edges) {
    const from = hidden ? null : placeOfHandle(nodeLookup.get(source), sourceHandle ?? 'out');
    const to = placeOfHandle(nodeLookup.get(target), targetHandle ?? 'in');
    const block = document.blocks[source];
    if (from === null || to === null || block === undefined) continue;
    const isError = isErrorPort(portsOf(block).find((port) => port.id === sourceHandle));
    const kind = taken.has(id) ? (isError ? 'failed' : 'taken') : isError ? 'failing' : 'plain';
    lines.push({ fromX: from.x, fromY: from.y, toX: to.x, toY: to.y, kind });
  }
  return lines;
}
