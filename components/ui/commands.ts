'use client';

import type { LucideIcon } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** An action available from the palette or by a shortcut while it is registered. */
export interface Command {
  /** Unique while registered. */
  id: string;
  title: string;
  group: string;
  icon?: LucideIcon;
  /** `mod+k`, `?`, or a sequence such as `g l`. */
  shortcut?: string;
  /** Other search words. */
  keywords?: string[];
  /** If true, the palette shows it only for a search, because there are very many of its kind. */
  onlyWhenSearched?: boolean;
  /** If true, the palette offers it for a search that finds nothing. */
  whenNothingFound?: boolean;
  /** If true, it has a shortcut and appears in the sheet, but not in the palette. */
  hidden?: boolean;
  /** If true, it only appears in the sheet: another listener handles the keys. */
  listedOnly?: boolean;
  /** Returns true if the shortcut applies while that element has the focus; always by default. */
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

/** Later registrations override earlier ones with the same id or shortcut: a page overrides the shell. */
export function registeredCommands(sets: CommandState['sets']): Command[] {
  return [...sets.values()].flat();
}

/**
 * Registers commands while the component is mounted. A new array replaces the old one: keep it in `useMemo`
 * unless it is short.
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
