'use client';

import { useEffect, useState } from 'react';
import { Notice } from '../ui/notice';
import { Skeleton } from '../ui/skeleton';
import { FoundChanges } from './value-changes';
import type { ShownDifferences } from './value-differences';
import type { DifferingSide } from './value-differences.worker';

interface RemoteChangesProps {
  before: DifferingSide;
  after: DifferingSide;
  /** The text to show if nothing differs. */
  same: string;
}

type Answer = { differences: ShownDifferences } | { problem: string };

const NO_ROOM = 'This browser has no room for values of this size. Download them instead.';

/** The differences between values of many megabytes; a worker fetches and compares them. */
export function RemoteChanges({ before, after, same }: RemoteChangesProps) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const key = JSON.stringify([before, after]);
  useEffect(() => {
    const worker = new Worker(new URL('./value-differences.worker.ts', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data }: MessageEvent<Answer>) => setAnswer(data);
    worker.onerror = (event) => {
      event.preventDefault();
      setAnswer({ problem: NO_ROOM });
    };
    worker.postMessage(JSON.parse(key));
    return () => worker.terminate();
  }, [key]);
  if (answer === null)
    return (
      <div role="status" aria-label="Loading the values to compare them">
        <Skeleton className="h-6" />
      </div>
    );
  if ('problem' in answer) return <Notice tone="danger">Couldn’t compare them: {answer.problem}</Notice>;
  return <FoundChanges differences={answer.differences} same={same} />;
}
