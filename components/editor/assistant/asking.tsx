'use client';

import { useState } from 'react';
import { Button } from '../../ui/button';
import { Status } from '../../ui/status';
import { Elapsed } from '../flow/block-run-status';

/** Shows how long the model has been working, with a button to cancel. */
export function Asking({ model, onCancel }: { model: string; onCancel: () => void }) {
  const [sinceMs] = useState(() => Date.now());
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-lg border border-line bg-surface p-4">
      <span role="status">
        <Status kind="running" label={`Asking ${model}…`} />
      </span>
      <span className="tabular text-muted text-xs">
        <Elapsed sinceMs={sinceMs} />
      </span>
      <span className="flex-1" />
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
