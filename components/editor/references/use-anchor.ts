import type { EditorView } from '@codemirror/view';
import { useLayoutEffect, useState } from 'react';
import { followPlace } from '../../ui/follow-place';
import type { Anchor } from './use-completion';

/** Returns a character's position on screen, which follows scrolling and resizing. */
export function useAnchor(view: EditorView | null, at: number | null): Anchor | null {
  const [anchor, setAnchor] = useState<Anchor | null>(null);
  useLayoutEffect(() => {
    if (view === null || at === null) return setAnchor(null);
    const measure = () =>
      view.requestMeasure({
        key: measure,
        read: () => view.coordsAtPos(Math.min(at, view.state.doc.length)),
        write: (place) => setAnchor(place && { left: place.left, top: place.top, bottom: place.bottom }),
      });
    return followPlace(measure);
  }, [view, at]);
  return anchor;
}
