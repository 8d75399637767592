'use client';

import { WifiOff } from 'lucide-react';
import { cn } from '../ui/class-names';
import { useOnline } from './use-online';

export function OfflineBanner() {
  const online = useOnline();
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
