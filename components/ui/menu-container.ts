/** Returns the page's main landmark, which contains its open menus; null on the server. */
export const mainLandmark = (): HTMLElement | null =>
  typeof document === 'undefined' ? null : document.querySelector('main');

/**
 * Returns the container of a menu that opens now: the main landmark, or null (the body) while a dialog
 * hides the landmark.
 */
export function menuContainer(): HTMLElement | null {
  const main = mainLandmark();
  return main?.closest('[aria-hidden="true"]') ? null : main;
}
