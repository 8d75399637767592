'use client';

import { Portal } from 'radix-ui';
import { Fragment, useEffect, useLayoutEffect, useState } from 'react';
import { cn } from '../../ui/class-names';
import { followPlace } from '../../ui/follow-place';
import { CurrentParts, useResolvedNow } from '../references/current-value';
import { type InsertTarget, useLastFocusedField } from '../references/focused-field';

const GAP_PX = 4;
/** The least room below the field; with less, no preview is shown. */
const LEAST_ROOM_PX = 72;
const MOST_HEIGHT_PX = 168;

/** Shows the focused field's text below it, with references replaced by the values known now. */
export function FocusedPreview() {
  const field = useLastFocusedField();
  const isFocused = useHasFocus(field);
  if (field === null || !isFocused || field.element.closest('[data-current-value]') !== null) return null;
  return <Preview key={field.blockId} field={field} />;
}

function useHasFocus(field: InsertTarget | null): boolean {
  const [focused, setFocused] = useState<InsertTarget | null>(null);
  useEffect(() => {
    if (field === null) return;
    const { element } = field;
    const follow = () => setFocused(element.contains(document.activeElement) ? field : null);
    const leave = () => setFocused(null);
    follow();
    element.addEventListener('focusin', follow);
    element.addEventListener('focusout', leave);
    return () => {
      element.removeEventListener('focusin', follow);
      element.removeEventListener('focusout', leave);
    };
  }, [field]);
  return field !== null && focused === field;
}

function Preview({ field }: { field: InsertTarget }) {
  const [text, setText] = useState(field.text);
  useEffect(() => {
    setText(field.text());
    return field.onText(() => setText(field.text()));
  }, [field]);
  const parts = useResolvedNow(text, field);
  const place = usePlaceUnder(field.element, parts);
  if (parts === null || place === null) return null;
  // In a dialog it is rendered through a portal, over the dialog; elsewhere beside the field it describes.
  const Place = field.element.closest('[role=dialog]') === null ? Fragment : Portal.Root;
  return (
    <Place>
      <CurrentParts
        parts={parts}
        className={cn(
          'pointer-events-none fixed z-50 animate-fade overflow-hidden rounded-md',
          'bg-raised px-2.5 py-1.5 shadow-float',
        )}
        style={{ ...place, maxHeight: MOST_HEIGHT_PX }}
      />
    </Place>
  );
}

/** Returns a position that follows scrolling and resizing; null if there is no room under the field. */
function usePlaceUnder(element: HTMLElement, shown: unknown) {
  const [place, setPlace] = useState<{ left: number; top: number; width: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text may have made the field taller
  useLayoutEffect(() => {
    const measure = () => {
      // Measures the field with its frame and the line under a code field.
      const frame = element.parentElement?.parentElement ?? element;
      const { left, bottom, width } = frame.getBoundingClientRect();
      const hasRoom = bottom > 0 && window.innerHeight - bottom > LEAST_ROOM_PX;
      setPlace((before) => {
        if (!hasRoom) return null;
        const top = bottom + GAP_PX;
        const isSame = before?.left === left && before.top === top && before.width === width;
        return isSame ? before : { left, top, width };
      });
    };
    return followPlace(measure);
  }, [element, shown]);
  return place;
}
