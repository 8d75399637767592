import { useRef } from 'react';

/**
 * Returns the focus to the element that opened a layer, once it has closed. Radix does so only for its own
 * triggers, and layers are opened by state here.
 */
export function useFocusReturn(open: boolean) {
  const opener = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  // During rendering, because a field with `autoFocus` in the layer gets the focus before any event.
  if (open && !wasOpen.current && typeof document !== 'undefined')
    opener.current = openerOf(document.activeElement);
  wasOpen.current = open;
  return (event: Event) => {
    event.preventDefault();
    // Something else already has the focus, such as a layer opened from this one.
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const home = [...document.querySelectorAll<HTMLElement>('[data-focus-home]')].at(-1);
    const back = opener.current?.isConnected ? opener.current : home;
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  };
}

/** Prefers a menu's button to its entry, which is removed by then; ignores toasts, which disappear soon. */
function openerOf(active: Element | null): Element | null {
  if (active?.closest('[data-sonner-toaster]')) return null;
  const menuButton = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return (menuButton ? document.getElementById(menuButton) : null) ?? active;
}
