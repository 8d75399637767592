'use client';

import { type RefObject, useCallback, useEffect, useState } from 'react';

const OVERSCAN_ROWS = 8;
/** The maximum height of an element in browsers; in a longer list each scrolled pixel counts for several. */
const MAX_HEIGHT_PX = 8_000_000;

export interface RowWindow {
  /** The first row to render and the row after the last. */
  start: number;
  end: number;
}

/** Returns the visible rows of a list with equal row heights. */
export function rowWindow(
  scrollTop: number,
  viewHeight: number,
  rowHeight: number,
  count: number,
): RowWindow {
  const first = Math.floor(scrollTop / rowHeight) - OVERSCAN_ROWS;
  const last = Math.ceil((scrollTop + viewHeight) / rowHeight) + OVERSCAN_ROWS;
  return { start: Math.max(0, Math.min(first, count)), end: Math.max(0, Math.min(last, count)) };
}

/**
 * Renders only the visible rows of the scrolling element `view`. Every row is `rowHeight` pixels high.
 * `reveal(index)` scrolls a row into view, no further than needed; `center` puts it in the middle, `start`
 * at the top.
 */
export function useRowWindow(view: RefObject<HTMLElement | null>, count: number, rowHeight: number) {
  const [place, setPlace] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = view.current;
    if (!element) return;
    const measure = () => setPlace({ top: element.scrollTop, height: element.clientHeight });
    measure();
    element.addEventListener('scroll', measure, { passive: true });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [view]);
  const whole = count * rowHeight;
  const height = Math.min(whole, MAX_HEIGHT_PX);
  /** The distance in pixels that rows move per scrolled pixel. */
  const factor = height < whole ? (whole - place.height) / (height - place.height) : 1;
  const reveal = useCallback(
    (index: number, where: 'nearest' | 'center' | 'start' = 'nearest') => {
      const element = view.current;
      if (!element) return;
      const top = index * rowHeight;
      const shown = element.scrollTop * factor;
      if (where === 'center') element.scrollTop = (top - (element.clientHeight - rowHeight) / 2) / factor;
      else if (top < shown || where === 'start') element.scrollTop = top / factor;
      else if (top + rowHeight > shown + element.clientHeight) {
        element.scrollTop = (top + rowHeight - element.clientHeight) / factor;
      }
    },
    [view, rowHeight, factor],
  );
  const shownTop = place.top * factor;
  return {
    ...rowWindow(shownTop, place.height, rowHeight, count),
    scrollTop: place.top,
    reveal,
    /** The height of the scrolled content. */
    height,
    /** Returns a row's offset in it. */
    topOf: (index: number) => index * rowHeight - (shownTop - place.top),
  };
}
