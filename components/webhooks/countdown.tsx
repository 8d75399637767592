'use client';

import { useEffect, useState } from 'react';
import { formatExact } from '@/components/ui/format-time';
import { serverNow } from '@/lib/platform/http/server-clock';
import { countdownWords } from './webhook-words';

const TICK_MS = 1_000;

/** The time until `at` (ISO 8601), updated every second. */
export function Countdown({ at }: { at: string }) {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const ms = Date.parse(at);
  return (
    <time dateTime={at} title={formatExact(ms)} className="tabular whitespace-nowrap">
      {countdownWords(ms, now)}
    </time>
  );
}
