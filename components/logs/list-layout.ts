'use client';

import { create } from 'zustand';
import { keepInStorage } from '../ui/keep-in-storage';

/** Beside status and workflow, which are always there. */
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
  /** Whether the device's own layout is read: not before the page is shown as the server drew it. */
  isRead: boolean;
}

const useLayoutStore = create<LayoutStore>(() => ({ ...STANDARD, isRead: false }));

/** How the list is shown on this device. */
export const useListLayout = (): ListLayout => useLayoutStore();

/** Once the page stands. */
export function readListLayout(): void {
  if (useLayoutStore.getState().isRead) return;
  useLayoutStore.setState({ ...stored(), isRead: true });
}

export function changeListLayout(change: Partial<ListLayout>): void {
  useLayoutStore.setState(change);
  const { columns, density } = useLayoutStore.getState();
  keepInStorage(localStorage, KEY, JSON.stringify({ columns, density }), 'how the list is shown');
}

function stored(): ListLayout {
  try {
    const { columns, density } = JSON.parse(localStorage.getItem(KEY) ?? '{}');
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
