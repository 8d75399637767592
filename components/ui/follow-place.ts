/**
 * Measures now, and after every scroll on the page or change of the window's size.
 * @returns a function that stops it
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
