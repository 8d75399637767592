import { drawNames, nameMeasure } from './draw-names';
import type { Colours } from './draw-shapes';
import { FarNames, type Seen } from './far-names';

/** The interval at which new names are looked for while the view moves. */
const BETWEEN_LOOKS_MS = 150;

interface NamesDrawing {
  draw: (seen: Seen, colours: Colours) => void;
  /** Hides the names for now. */
  hide: () => void;
  /** Calls `ask` when another drawing is needed. @returns a function that unsubscribes */
  onAsk: (ask: () => void) => () => void;
}

/** Draws the names of blocks seen from afar on a canvas, in the canvas element's font. */
export function namesDrawing(
  canvas: HTMLCanvasElement,
  pen: CanvasRenderingContext2D,
  withIcons: boolean,
): NamesDrawing {
  const { fontFamily } = getComputedStyle(canvas);
  const names = new FarNames({ measure: nameMeasure(pen, fontFamily), withIcons });
  let looksAtAll = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let ask = () => {};
  const lookAgain = () => {
    timer = undefined;
    looksAtAll = true;
    ask();
  };
  return {
    draw: (seen, colours) => {
      drawNames(pen, names.place(seen, looksAtAll), { colours, fontFamily });
      if (!looksAtAll) timer ??= setTimeout(lookAgain, BETWEEN_LOOKS_MS);
      looksAtAll = false;
    },
    hide: () => {
      names.clear();
      looksAtAll = true;
    },
    onAsk: (act) => {
      ask = act;
      return () => clearTimeout(timer);
    },
  };
}
