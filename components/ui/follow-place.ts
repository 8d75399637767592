/**
 * Measures now, and whenever anything on the page has been scrolled or the window has another size.
 * @returns ends it
 */
export function followPlace(measure: () => void): () => void {
  measure();
  window.addEventListener('scroll', measure, true);
  window.addEventListener('resize', measure);
  return () => {
    window.removeEventListener('scroll', measure, true);
    window.removeEventListener('resize', measure);
  };
}
