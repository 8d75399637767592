import { type RefObject, useEffect, useState } from 'react';

/** True while the content is wider or higher than the box, which then scrolls and must be reachable by keyboard. */
export function useOverflow(box: RefObject<HTMLElement | null>): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() =>
      setIsOver(element.scrollWidth > element.clientWidth || element.scrollHeight > element.clientHeight),
    );
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, [box]);
  return isOver;
}
