'use client';

import { useMemo } from 'react';
import { jsonDifferences } from '@/lib/core/workflow/json-differences';
import { writeJson } from '@/lib/platform/text/json-text';
import { FieldRows } from '../editor/versions/field-rows';

/** Longer values are shown by their beginning. */
const MAX_CHARACTERS = 5_000;

interface ValueChangesProps {
  before: unknown;
  after: unknown;
  /** What is said when nothing differs. */
  same: string;
}

/** The innermost values that differ, before and after. */
export function ValueChanges({ before, after, same }: ValueChangesProps) {
  const { found, isComplete } = useMemo(() => {
    const all = jsonDifferences(before, after);
    const fields = all.found.map(({ path, before: old, after: now }) => ({
      path: path === '' ? 'value' : path,
      ...{ before: shownValue(old), after: shownValue(now) },
    }));
    return { ...all, found: fields };
  }, [before, after]);
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

function shownValue(value: unknown): unknown {
  if (value === undefined) return undefined;
  const text = typeof value === 'string' ? value : writeJson(value, null, 2);
  return text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
}
