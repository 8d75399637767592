import { useEffect } from 'react';

/**
 * Registers a page for failed loads, which opens the requested page once it is available
 * (`public/offline-worker.js`). Browsers without service workers show their own.
 */
export function useOfflinePage(): void {
  useEffect(() => {
    navigator.serviceWorker?.register('/offline-worker.js').catch((error: Error) => {
      console.warn(`No page of our own while offline: ${error.message}`);
    });
  }, []);
}
