import { useEffect } from 'react';

/**
 * From now on a page that can't be loaded is one of Millrace's own, which opens the wanted page once it can
 * (`public/offline-worker.js`). Browsers that have no service workers show their own.
 */
export function useOfflinePage(): void {
  useEffect(() => {
    navigator.serviceWorker?.register('/offline-worker.js').catch((error: Error) => {
      console.warn(`No page of our own while offline: ${error.message}`);
    });
  }, []);
}
