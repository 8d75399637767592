import { type RefObject, useEffect } from 'react';

/** The height of the panel at the foot of the page, by which toasts are raised. */
const HEIGHT = '--foot-height';
export const FOOT_HEIGHT = `var(${HEIGHT}, 0px)`;

/** Keeps toasts above a panel at the foot of the page while it is there, so that they don't cover its results. */
export function useToastsAbove(panel: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = panel.current;
    if (element === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty(HEIGHT, `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      style.removeProperty(HEIGHT);
    };
  }, [panel]);
}
