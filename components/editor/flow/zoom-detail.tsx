'use client';

import { useStore, useStoreApi } from '@xyflow/react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useDeclaredHandles } from './declared-handles';

/**
 * The level of detail of blocks. `near`: everything; `middle`: icons and names, as large as fits; `far`:
 * shapes, with their run status as colour; `drawn`: nothing, as the shapes of a large workflow are
 * drawn behind (`shape-layer.tsx`).
 */
export type Detail = 'near' | 'middle' | 'far' | 'drawn';

/** Below this, a block's text can't be read, and its handles can't be hit. */
export const LEAST_READABLE_ZOOM = 0.55;
/** Below this, not even a block's name can be read. */
const LEAST_NAMED_ZOOM = 0.32;

export const detailAt = (zoom: number): Exclude<Detail, 'drawn'> =>
  zoom >= LEAST_READABLE_ZOOM ? 'near' : zoom >= LEAST_NAMED_ZOOM ? 'middle' : 'far';

const DetailContext = createContext<Detail>('near');

export const useDetail = (): Detail => useContext(DetailContext);

/** Wraps a canvas and provides the level of detail by its zoom. */
export function ZoomDetail({ hasShapes, children }: { hasShapes: boolean; children: ReactNode }) {
  const detail = useStore(({ transform }) => detailAt(transform[2]));
  useDeclaredHandles();
  return <DetailContext value={hasShapes && detail === 'far' ? 'drawn' : detail}>{children}</DetailContext>;
}

const LINE_PX = 1.5;

/**
 * Returns the width of a line that stays visible when blocks are small: in steps, so that most zooming
 * redraws nothing.
 */
export const lineWidthAt = (zoom: number): number =>
  zoom >= LEAST_READABLE_ZOOM ? LINE_PX : LINE_PX * 2 ** (Math.ceil(-2 * Math.log2(zoom)) / 2);

/** Sets the width of lines, and the scale of arrows, for the canvas's style sheet. */
export function LineWidth() {
  const store = useStoreApi();
  const width = useStore(({ transform }) => lineWidthAt(transform[2]));
  useEffect(() => {
    const style = store.getState().domNode?.style;
    style?.setProperty('--flow-line', `${width}px`);
    style?.setProperty('--flow-arrow', String(width / LINE_PX));
  }, [store, width]);
  return null;
}
