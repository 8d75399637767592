'use client';

import { Monitor, Moon, Sun } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { localStore } from './browser-storage';
import { keepInStorage } from './keep-in-storage';
import { Segmented } from './segmented';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const CHANGED = 'millrace:theme';

function readTheme(): Theme {
  const stored = localStore.getItem('theme');
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Takes effect immediately, also in other tabs (public/theme.js listens). */
export function setTheme(theme: Theme) {
  keepInStorage(localStore, 'theme', theme, 'the theme');
  window.dispatchEvent(new Event(CHANGED));
}

function subscribe(listener: () => void) {
  window.addEventListener(CHANGED, listener);
  window.addEventListener('storage', listener);
  return () => {
    window.removeEventListener(CHANGED, listener);
    window.removeEventListener('storage', listener);
  };
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => 'system');
}

const OPTIONS = [
  { value: 'system', label: <Monitor aria-hidden />, title: 'Use the system’s theme' },
  { value: 'light', label: <Sun aria-hidden />, title: 'Light' },
  { value: 'dark', label: <Moon aria-hidden />, title: 'Dark' },
] as const;

export function ThemeToggle() {
  return <Segmented aria-label="Theme" value={useTheme()} onValueChange={setTheme} options={OPTIONS} />;
}
