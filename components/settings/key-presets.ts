import { SCOPES, type Scope } from '@/lib/services/access/actor';

export interface KeyPreset {
  label: string;
  scopes: readonly Scope[];
}

/** Named sets of scopes; a new key begins with the first. */
export const KEY_PRESETS = [
  { label: 'Run workflows', scopes: ['workflows:run'] },
  { label: 'Read logs', scopes: ['logs:read'] },
  { label: 'Everything', scopes: SCOPES },
] as const satisfies readonly KeyPreset[];

/** Returns the label of the preset with exactly these scopes, or null if no preset has them. */
export function presetOf(scopes: readonly Scope[]): KeyPreset['label'] | null {
  const chosen = new Set(scopes);
  const isChosen = (preset: KeyPreset) =>
    preset.scopes.length === chosen.size && preset.scopes.every((scope) => chosen.has(scope));
  return KEY_PRESETS.find(isChosen)?.label ?? null;
}
