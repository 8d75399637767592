'use client';

import { create } from 'zustand';
import { localStore } from '../ui/browser-storage';
import { keepInStorage } from '../ui/keep-in-storage';
import { type ListColumns, readColumns, STANDARD_COLUMNS, writeColumns } from './list-columns';

export type Density = 'comfortable' | 'compact';

export const ROW_HEIGHTS_PX: Record<Density, number> = { comfortable: 36, compact: 26 };

export interface ListLayout {
  columns: ListColumns;
  density: Density;
}

const KEY = 'millrace:logs-layout';
const STANDARD: ListLayout = { columns: STANDARD_COLUMNS, density: 'comfortable' };

interface LayoutStore extends ListLayout {
  /** True once the device's own layout is read, after the first render, which must match the server's. */
  isRead: boolean;
}

const useLayoutStore = create<LayoutStore>(() => ({ ...STANDARD, isRead: false }));

/** The list's layout on this device. */
export const useListLayout = (): ListLayout => useLayoutStore();

/** Reads the stored layout; to be called after the first render. */
export function readListLayout(): void {
  if (useLayoutStore.getState().isRead) return;
  useLayoutStore.setState({ ...stored(), isRead: true });
}

export function changeListLayout(change: Partial<ListLayout>): void {
  useLayoutStore.setState(change);
  const { columns, density } = useLayoutStore.getState();
  keepInStorage(
    localStore,
    KEY,
    JSON.stringify({ columns: writeColumns(columns).split(','), density }),
    'how the list is shown',
  );
}

function stored(): ListLayout {
  try {
    const { columns, density } = JSON.parse(localStore.getItem(KEY) ?? '{}');
    return {
      columns: (Array.isArray(columns) ? readColumns(columns.join()) : null) ?? STANDARD.columns,
      density: density === 'compact' ? 'compact' : 'comfortable',
    };
  } catch {
    return STANDARD;
  }
}
