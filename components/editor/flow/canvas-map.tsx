'use client';

import { Panel, type ReactFlowState, useReactFlow, useStoreApi } from '@xyflow/react';
import { type PointerEvent, useEffect, useRef } from 'react';
import type { Bounds } from '../document/geometry';
import { useEditorStore } from '../store/editor-context';
import { coloursOf, drawShapes, type Shape } from './draw-shapes';
import { cardShapes } from './group-shapes';
import { fitCanvas, onThemeChange, redrawing, shapesOf } from './shape-layer';

const WIDTH_PX = 184;
const HEIGHT_PX = 128;
/** The margin around all blocks, as a share of their size. */
const MARGIN = 0.06;
const ZOOM_OF_WHEEL = 0.002;
const BETWEEN_DRAWINGS_MS = 120;

interface MapView {
  /** The workflow's point at the map's upper left corner. */
  left: number;
  top: number;
  /** Pixels of the workflow per pixel of the map. */
  scale: number;
}

/** A small map of the whole workflow with the visible part marked; a click moves the view there. */
export function CanvasMap() {
  const flow = useReactFlow();
  const store = useStoreApi();
  const editor = useEditorStore();
  const canvas = useRef<HTMLCanvasElement>(null);
  const sight = useRef<HTMLDivElement>(null);
  const shown = useRef<MapView>({ left: 0, top: 0, scale: 1 });
  useEffect(() => {
    const [drawn, frame] = [canvas.current, sight.current];
    const pen = drawn?.getContext('2d');
    if (drawn === null || frame === null || pen == null) return;
    let colours = coloursOf(drawn);
    let isStale = true;
    let shapes: Shape[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Dragged blocks are redrawn with a delay, so that the drag has the frames to itself.
    const later = (ask: () => void) => {
      timer ??= setTimeout(() => {
        timer = undefined;
        isStale = true;
        ask();
      }, BETWEEN_DRAWINGS_MS);
    };
    const draw = () => {
      const state = store.getState();
      const edited = editor.getState();
      if (isStale) shapes = [...shapesOf(state, edited), ...cardShapes(state, edited)];
      const inSight = sightOf(state);
      const { left, top, scale } = around([inSight, ...shapes]);
      const before = shown.current;
      shown.current = { left, top, scale };
      placeFrame(frame, inSight, shown.current);
      // While the view moves within the blocks' bounds, only its frame moves.
      if (!isStale && left === before.left && top === before.top && scale === before.scale) return;
      isStale = false;
      fitCanvas(drawn, pen, WIDTH_PX, HEIGHT_PX);
      const transform = [-left / scale, -top / scale, 1 / scale] as const;
      drawShapes(pen, shapes, { transform, colours, sight: EVERYTHING });
    };
    return redrawing(draw, (ask) => [
      store.subscribe((state, was) => {
        if (state.nodes !== was.nodes) later(ask);
        else if (state.transform !== was.transform || state.width !== was.width) ask();
      }),
      editor.subscribe((state, was) => {
        if (state.run.blocks !== was.run.blocks || state.problems !== was.problems) later(ask);
      }),
      onThemeChange(() => {
        colours = coloursOf(drawn);
        later(ask);
      }),
      () => clearTimeout(timer),
    ]);
  }, [store, editor]);
  // Prevents zooming the page, which a listener of React can't do.
  useEffect(() => {
    const drawn = canvas.current;
    const zoom = (event: WheelEvent) => {
      event.preventDefault();
      const { minZoom, maxZoom } = store.getState();
      const wanted = flow.getZoom() * 2 ** (-event.deltaY * ZOOM_OF_WHEEL);
      void flow.zoomTo(Math.min(maxZoom, Math.max(minZoom, wanted)));
    };
    drawn?.addEventListener('wheel', zoom, { passive: false });
    return () => drawn?.removeEventListener('wheel', zoom);
  }, [flow, store]);
  const goTo = (event: PointerEvent<HTMLCanvasElement>) => {
    const { left, top, scale } = shown.current;
    const at = event.currentTarget.getBoundingClientRect();
    const [x, y] = [left + (event.clientX - at.left) * scale, top + (event.clientY - at.top) * scale];
    void flow.setCenter(x, y, { zoom: flow.getZoom() });
  };
  return (
    <Panel position="bottom-right" className="flow-map max-md:hidden!">
      <div className="relative overflow-hidden rounded-lg border border-line bg-surface shadow-lift">
        <canvas
          ref={canvas}
          role="img"
          aria-label="Map of the workflow"
          style={{ width: WIDTH_PX, height: HEIGHT_PX }}
          className="block cursor-pointer touch-none"
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            goTo(event);
          }}
          onPointerMove={(event) => {
            if (event.currentTarget.hasPointerCapture(event.pointerId)) goTo(event);
          }}
        />
        <div ref={sight} className="flow-map-sight pointer-events-none absolute top-0 left-0" />
      </div>
    </Panel>
  );
}

const EVERYTHING: Bounds = { left: -Infinity, top: -Infinity, right: Infinity, bottom: Infinity };

/** Returns the part of the workflow that the canvas shows. */
function sightOf({ transform: [x, y, zoom], width, height }: ReactFlowState): Bounds {
  return { left: -x / zoom, top: -y / zoom, right: (width - x) / zoom, bottom: (height - y) / zoom };
}

/** Returns the map's view that contains all of these. */
function around(all: readonly Bounds[]): MapView {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const each of all) {
    left = Math.min(left, each.left);
    top = Math.min(top, each.top);
    right = Math.max(right, each.right);
    bottom = Math.max(bottom, each.bottom);
  }
  const scale = Math.max((right - left) / WIDTH_PX, (bottom - top) / HEIGHT_PX) * (1 + MARGIN);
  return {
    left: (left + right - WIDTH_PX * scale) / 2,
    top: (top + bottom - HEIGHT_PX * scale) / 2,
    scale,
  };
}

function placeFrame(frame: HTMLElement, sight: Bounds, { left, top, scale }: MapView): void {
  frame.style.transform = `translate(${(sight.left - left) / scale}px, ${(sight.top - top) / scale}px)`;
  frame.style.width = `${(sight.right - sight.left) / scale}px`;
  frame.style.height = `${(sight.bottom - sight.top) / scale}px`;
}
