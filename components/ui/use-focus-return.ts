import { useRef } from 'react';

/**
 * Gives the focus back to what opened a layer, once it has closed. Radix does so only for triggers of its
 * own, and layers are opened by state here.
 */
export function useFocusReturn(open: boolean) {
  const opener = useRef<Element | null>(null);
  const wasOpen = useRef(false);
  // While drawing: a field of the layer with `autoFocus` has the focus before any event comes.
  if (open && !wasOpen.current && typeof document !== 'undefined')
    opener.current = openerOf(document.activeElement);
  wasOpen.current = open;
  return (event: Event) => {
    event.preventDefault();
    // Something else has it by now, such as a layer that was opened out of this one.
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const home = [...document.querySelectorAll<HTMLElement>('[data-focus-home]')].at(-1);
    const back = opener.current?.isConnected ? opener.current : home;
    if (back instanceof HTMLElement) back.focus({ preventScroll: true });
  };
}

/** An entry of a menu is gone by then, the button of its menu is not; nor is a toast for long. */
function openerOf(active: Element | null): Element | null {
  if (active?.closest('[data-sonner-toaster]')) return null;
  const menuButton = active?.closest('[role=menu]')?.getAttribute('aria-labelledby');
  return (menuButton ? document.getElementById(menuButton) : null) ?? active;
}
