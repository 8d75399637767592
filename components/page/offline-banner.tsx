'use client';

import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { cn } from '../ui/class-names';

function subscribe(listener: () => void) {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

export function OfflineBanner() {
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {online ? null : (
        <p
          className={cn(
            'flex items-center justify-center gap-2 bg-warning-soft px-4 py-1.5 text-warning text-xs',
          )}
        >
          <WifiOff className="size-3.5" aria-hidden />
          You are offline. What you see may be out of date; it refreshes once the connection is back.
        </p>
      )}
    </div>
  );
}
