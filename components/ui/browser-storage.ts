/** One of the browser's two storages; on the server there is none, and it is empty. */
type Area = 'localStorage' | 'sessionStorage';

/**
 * Opens a storage of the browser. Where the browser forbids it (all cookies blocked, a sandboxed frame) even
 * looking at it throws: texts then last until the page is left. So they do in a full one, which still throws at
 * `setItem`, so that callers can say that something is not kept.
 */
function openStorage(area: Area): Storage {
  const own = new Map<string, string>();
  const real = (): Storage | undefined => {
    try {
      return globalThis[area];
    } catch {
      return undefined;
    }
  };
  return {
    get length() {
      return real()?.length ?? own.size;
    },
    key: (index) => {
      const stored = real();
      return stored === undefined ? ([...own.keys()][index] ?? null) : stored.key(index);
    },
    getItem: (key) => own.get(key) ?? real()?.getItem(key) ?? null,
    setItem: (key, text) => {
      // A server renders for everybody, and must keep nothing of anybody.
      if (typeof window === 'undefined') return;
      own.set(key, text);
      const stored = real();
      if (stored === undefined) return;
      stored.setItem(key, text);
      own.delete(key);
    },
    removeItem: (key) => {
      own.delete(key);
      real()?.removeItem(key);
    },
    clear: () => {
      own.clear();
      real()?.clear();
    },
  };
}

export const localStore = openStorage('localStorage');
export const sessionStore = openStorage('sessionStorage');
