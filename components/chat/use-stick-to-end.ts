import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

const NEAR_PX = 48;

/**
 * Keeps the end of growing content in view while the reader is at the end; a reader who scrolled up
 * stays there. `content` is the growing box inside `scroller`.
 */
export function useStickToEnd(
  scroller: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
) {
  const sticks = useRef(true);
  const [isAtEnd, setAtEnd] = useState(true);
  const toEnd = useCallback(() => {
    const element = scroller.current;
    if (element === null) return;
    sticks.current = true;
    element.scrollTop = element.scrollHeight;
  }, [scroller]);
  useEffect(() => {
    const element = scroller.current;
    const inside = content.current;
    if (element === null || inside === null) return;
    let height = element.clientHeight;
    const follow = () => {
      height = element.clientHeight;
      if (sticks.current) element.scrollTop = element.scrollHeight;
    };
    const look = () => {
      // The box itself became smaller, for example for a phone's keyboard: the reader did not scroll.
      if (element.clientHeight !== height) return follow();
      const isNear = element.scrollHeight - element.scrollTop - element.clientHeight <= NEAR_PX;
      sticks.current = isNear;
      setAtEnd(isNear);
    };
    const observer = new ResizeObserver(follow);
    observer.observe(element);
    observer.observe(inside);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, [scroller, content]);
  return { isAtEnd, toEnd };
}
