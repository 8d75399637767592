'use client';

import { useStore, useStoreApi } from '@xyflow/react';
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import { useDeclaredHandles } from './declared-handles';

/**
 * What is drawn of blocks. `near`: all of it; `middle`: what they are and their names, as large as fits;
 * `far`: shapes, and by their colours what a run did; `drawn`: nothing, as the shapes of a large workflow are
 * drawn behind (`shape-layer.tsx`).
 */
export type Detail = 'near' | 'middle' | 'far' | 'drawn';

/** Below this, a block's text can't be read, and its handles not be met. */
export const LEAST_READABLE_ZOOM = 0.55;
/** Below this, not even its name. */
const LEAST_NAMED_ZOOM = 0.32;

export const detailAt = (zoom: number): Exclude<Detail, 'drawn'> =>
  zoom >= LEAST_READABLE_ZOOM ? 'near' : zoom >= LEAST_NAMED_ZOOM ? 'middle' : 'far';

const DetailContext = createContext<Detail>('near');

export const useDetail = (): Detail => useContext(DetailContext);

/** Around a canvas: what is drawn in it goes by its zoom. */
export function ZoomDetail({ hasShapes, children }: { hasShapes: boolean; children: ReactNode }) {
  const detail = useStore(({ transform }) => detailAt(transform[2]));
  useDeclaredHandles();
  return <DetailContext value={hasShapes && detail === 'far' ? 'drawn' : detail}>{children}</DetailContext>;
}

const LINE_PX = 1.5;

/**
 * How wide a line has to be drawn to be seen where blocks are small: in steps, so that a zoom draws nothing
 * anew most of the time.
 */
export const lineWidthAt = (zoom: number): number =>
  zoom >= LEAST_READABLE_ZOOM ? LINE_PX : LINE_PX * 2 ** (Math.ceil(-2 * Math.log2(zoom)) / 2);

/** In a canvas, for its style sheet: the width of lines, and by how much arrows are enlarged. */
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
