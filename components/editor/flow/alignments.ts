import {
  AlignCenterHorizontal,
  AlignCenterVertical,
  AlignEndHorizontal,
  AlignEndVertical,
  AlignHorizontalSpaceBetween,
  AlignStartHorizontal,
  AlignStartVertical,
  AlignVerticalSpaceBetween,
  type LucideIcon,
} from 'lucide-react';
import type { EditorStore } from '../store/editor-store';
import { alignSelection, distributeSelection } from '../store/layout-actions';

export interface Arrangement {
  id: string;
  title: string;
  icon: LucideIcon;
  /** The least number of blocks that it applies to. */
  least: 2 | 3;
  run: (store: EditorStore) => void;
}

/** Ways to align the selected blocks, in menus and in the command palette. */
export const ARRANGEMENTS: readonly Arrangement[] = [
  aligned('left', 'Align left edges', AlignStartVertical),
  aligned('centre', 'Align centres', AlignCenterVertical),
  aligned('right', 'Align right edges', AlignEndVertical),
  aligned('top', 'Align top edges', AlignStartHorizontal),
  aligned('middle', 'Align middles', AlignCenterHorizontal),
  aligned('bottom', 'Align bottom edges', AlignEndHorizontal),
  spaced('horizontal', 'Same space between columns', AlignHorizontalSpaceBetween),
  spaced('vertical', 'Same space between rows', AlignVerticalSpaceBetween),
];

function aligned(by: Parameters<typeof alignSelection>[1], title: string, icon: LucideIcon): Arrangement {
  return { id: `align-${by}`, title, icon, least: 2, run: (store) => alignSelection(store, by) };
}

function spaced(
  axis: Parameters<typeof distributeSelection>[1],
  title: string,
  icon: LucideIcon,
): Arrangement {
  return { id: `space-${axis}`, title, icon, least: 3, run: (store) => distributeSelection(store, axis) };
}
