'use client';

import { useStoreApi } from '@xyflow/react';
import { useEffect, useRef } from 'react';
import { useEditorStore } from '../store/editor-context';
import { coloursOf } from './draw-shapes';
import { namesDrawing } from './names-drawing';
import { fitCanvas, onThemeChange, redrawing } from './shape-layer';

/**
 * The names of blocks that are elements, in a layer over them: for a small workflow seen from afar. Names
 * in a large one are drawn with its shapes.
 */
export function FarNamesLayer() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const flow = useStoreApi();
  const editor = useEditorStore();
  useEffect(() => {
    const drawn = canvas.current;
    const pen = drawn?.getContext('2d');
    if (drawn === null || pen == null) return;
    let colours = coloursOf(drawn);
    const names = namesDrawing(drawn, pen, false);
    const draw = () => {
      const seen = { flow: flow.getState(), editor: editor.getState() };
      fitCanvas(drawn, pen, seen.flow.width, seen.flow.height);
      names.draw(seen, colours);
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
  return <canvas ref={canvas} aria-hidden className="flow-names" />;
}
