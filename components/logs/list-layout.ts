'use client';

import { create } from 'zustand';
import { localStore } from '../ui/browser-storage';
import { keepInStorage } from '../ui/keep-in-storage';

/** Columns beside status and workflow, which are always shown. */
export const OPTIONAL_COLUMNS = [
  { id: 'time', label: 'Started' },
  { id: 'trigger', label: 'Trigger' },
  { id: 'version', label: 'Version' },
  { id: 'execution', label: 'Execution' },
  { id: 'cost', label: 'Cost' },
  { id: 'duration', label: 'Duration' },
] as const;
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number]['id'];

export type Density = 'comfortable' | 'compact';

export const ROW_HEIGHTS_PX: Record<Density, number> = { comfortable: 36, compact: 26 };

export interface ListLayout {
  columns: readonly OptionalColumn[];
  density: Density;
}

const KEY = 'millrace:logs-layout';
const STANDARD: ListLayout = {
  columns: ['time', 'trigger', 'execution', 'cost', 'duration'],
  density: 'comfortable',
};

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
  keepInStorage(localStore, KEY, JSON.stringify({ columns, density }), 'how the list is shown');
}

function stored(): ListLayout {
  try {
    const { columns, density } = JSON.parse(localStore.getItem(KEY) ?? '{}');
    return {
      columns: Array.isArray(columns)
        ? OPTIONAL_COLUMNS.flatMap(({ id }) => (columns.includes(id) ? [id] : []))
        : STANDARD.columns,
      density: density === 'compact' ? 'compact' : 'comfortable',
    };
  } catch {
    return STANDARD;
  }
}
