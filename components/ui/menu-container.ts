/** The page's main part: what opens in it belongs to that landmark. On the server nothing is open. */
export const mainLandmark = (): HTMLElement | null =>
  typeof document === 'undefined' ? null : document.querySelector('main');

/**
 * Where a menu that opens now is rendered: in the main landmark, or in the body (null) while a dialog hides
 * the landmark.
 */
export function menuContainer(): HTMLElement | null {
  const main = mainLandmark();
  return main?.closest('[aria-hidden="true"]') ? null : main;
}
