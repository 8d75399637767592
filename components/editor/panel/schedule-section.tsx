'use client';

import { useMemo } from 'react';
import { nextTimes, whyNotSchedule } from '@/lib/core/schedule/next-times';
import { ScheduleSettings } from '@/lib/core/schedule/schedule';
import { useNow } from '../../ui/relative-time';
import { useConfig } from '../store/use-setting';
import { LiveSchedule } from './live-schedule';

const SHOWN_TIMES = 10;

/** The next times by the form's current values, and the state of the live version's schedule. */
export function ScheduleSection({ blockId }: { blockId: string }) {
  return (
    <div className="flex flex-col gap-4 px-4 pb-4">
      <NextTimes blockId={blockId} />
      <LiveSchedule blockId={blockId} />
    </div>
  );
}

function NextTimes({ blockId }: { blockId: string }) {
  const config = useConfig(blockId);
  const now = useNow();
  const settings = useMemo(() => ScheduleSettings.safeParse(config).data, [config]);
  if (settings === undefined || whyNotSchedule(settings) !== null) return null;
  const times = nextTimes(settings, now, SHOWN_TIMES);
  return (
    <section aria-label="Next runs" className="rounded-lg border border-line bg-sunken p-3">
      <h3 className="font-medium text-sm">Next runs</h3>
      <p className="text-muted text-xs">As set here, in {settings.zone}</p>
      {times.length === 0 ? (
        <p className="mt-2 text-warning text-xs">None: this time has passed.</p>
      ) : (
        <ol className="tabular mt-2 flex flex-col gap-0.5 text-xs">
          {times.map((time) => (
            <li key={time}>
              <time dateTime={new Date(time).toISOString()}>{writtenIn(settings.zone, time)}</time>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** `Mon, Nov 23, 2026, 09:00:00 GMT+1` */
function writtenIn(timeZone: string, time: number): string {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      weekday: 'short',
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'short',
    });
  formats.set(timeZone, format);
  return format.format(time);
}
