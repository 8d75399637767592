/**
 * Stores a text in the browser; null removes it. If storage is full or forbidden, the page continues
 * without it. `what`: for the console, for example "the size of the panel".
 */
export function keepInStorage(
  storage: Pick<Storage, 'setItem' | 'removeItem'> | undefined,
  key: string,
  text: string | null,
  what: string,
): void {
  try {
    if (text === null) storage?.removeItem(key);
    else storage?.setItem(key, text);
  } catch (error) {
    console.warn(`This browser can’t keep ${what}.`, error);
  }
}
