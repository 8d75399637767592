'use client';

import { useState } from 'react';
import { Button } from '@/components/ui/button';
import type { LogDetail } from '@/lib/services/logs/schema';
import { RunAgainDialog } from './run-again-dialog';
import { startOf } from './run-start';

export interface RunAgainButtonProps {
  log: LogDetail;
  /** The block proposed as the start of the new run. */
  from?: string;
  children?: string;
}

/** Starts a new run with a past run's input; renders nothing for runs without a started block. */
export function RunAgainButton({ log, from, children = 'Run again…' }: RunAgainButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const start = startOf(log);
  if (start === null) return null;
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {children}
      </Button>
      {isOpen ? (
        <RunAgainDialog log={log} start={start} {...(from && { from })} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
