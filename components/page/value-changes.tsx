'use client';

import { useMemo } from 'react';
import { FieldRows } from './field-rows';
import { type ShownDifferences, shownDifferences } from './value-differences';

interface ValueChangesProps {
  before: unknown;
  after: unknown;
  /** The text to show if nothing differs. */
  same: string;
}

/** The innermost values that differ, old and new. */
export function ValueChanges({ before, after, same }: ValueChangesProps) {
  const differences = useMemo(() => shownDifferences(before, after), [before, after]);
  return <FoundChanges differences={differences} same={same} />;
}

interface FoundChangesProps {
  differences: ShownDifferences;
  same: string;
}

export function FoundChanges({ differences: { found, isComplete }, same }: FoundChangesProps) {
  if (found.length === 0)
    return (
      <p className="text-muted text-sm">
        {isComplete ? same : 'The values are too large to be compared as a whole; no difference so far.'}
      </p>
    );
  return (
    <>
      <FieldRows fields={found} />
      {isComplete ? null : (
        <p className="text-muted text-xs">There may be more: these are the first {found.length}.</p>
      )}
    </>
  );
}
