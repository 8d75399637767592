'use client';

import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** Something a person can do from the palette or by a shortcut while it is registered. */
export interface Command {
  /** Unique while registered. */
  id: string;
  title: string;
  group: string;
  icon?: LucideIcon;
  /** `mod+k`, `?`, or a sequence such as `g l`. */
  shortcut?: string;
  /** Other words it may be sought by. */
  keywords?: string[];
  /** In the palette only once something is typed: there are very many of its kind. */
  onlyWhenSearched?: boolean;
  /** Works by shortcut and stands in the sheet, but not in the palette. */
  hidden?: boolean;
  /** Stands in the sheet only: something else listens for the keys. */
  listedOnly?: boolean;
  /** Whether the shortcut means this while that element has the focus; anywhere unless given. */
  isFor?: (focused: EventTarget | null) => boolean;
  run: () => void;
}

interface CommandState {
  sets: ReadonlyMap<symbol, readonly Command[]>;
  paletteOpen: boolean;
  sheetOpen: boolean;
}

export const useCommandStore = create<CommandState>(() => ({
  sets: new Map(),
  paletteOpen: false,
  sheetOpen: false,
}));

export const openPalette = (open: boolean) => useCommandStore.setState({ paletteOpen: open });
export const openShortcutSheet = (open: boolean) => useCommandStore.setState({ sheetOpen: open });

/** Later registrations win over earlier ones with the same id or shortcut: a page overrides the shell. */
export function registeredCommands(sets: CommandState['sets']): Command[] {
  return [...sets.values()].flat();
}

/**
 * Registers commands for as long as the component is mounted. A new array replaces the old one: keep it in
 * `useMemo` unless it is short.
 */
export function useCommands(commands: readonly Command[]) {
  const key = useRef<symbol>(undefined);
  useEffect(() => {
    key.current ??= Symbol('commands');
    const own = key.current;
    useCommandStore.setState(({ sets }) => ({ sets: new Map(sets).set(own, commands) }));
    return () =>
      useCommandStore.setState(({ sets }) => {
        const rest = new Map(sets);
        rest.delete(own);
        return { sets: rest };
      });
  }, [commands]);
}
