'use client';

import { useMemo, useReducer, useRef, useState } from 'react';
import { writeJson } from '@/lib/platform/text/json-text';
import { CopyButton } from './copy-button';
import { createJsonRows, textOfRow } from './json-rows';
import type { JsonMatch } from './json-search';
import { type JsonTreeOptions, JsonTreeView, type TreeSource } from './json-tree-view';

export interface JsonViewProps extends JsonTreeOptions {
  value: unknown;
}

/** A JSON value as a tree. */
export function JsonView({ value, ...options }: JsonViewProps) {
  return (
    <JsonTreeView
      {...options}
      source={useRowsOf(value)}
      actions={<CopyButton label={`Copy ${options.label}`} text={() => writeJson(value, null, 2)} />}
    />
  );
}

/** Open branches stay open when the value changes, for example after a run. */
function useRowsOf(value: unknown): TreeSource {
  const [toggled] = useState(() => new Set<string>());
  const [, redraw] = useReducer((drawn: number) => drawn + 1, 0);
  const matches = useRef<JsonMatch[]>([]);
  const rows = useMemo(() => createJsonRows(value, toggled), [value, toggled]);
  return {
    value,
    count: rows.count(),
    slice: rows.slice,
    toggle(index) {
      rows.toggle(index);
      redraw();
    },
    find(needle) {
      matches.current = rows.find(needle);
      return matches.current.length;
    },
    reveal(at) {
      const match = matches.current[at];
      const row = match === undefined ? 0 : rows.reveal(match);
      redraw();
      return row;
    },
    textOf: (row) => textOfRow(rows, row),
  };
}
