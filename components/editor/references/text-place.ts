import type { TextPlace } from '@/lib/core/blocks/whole-outputs-at';
import type { TextLanguage } from './editor-marks';

/** Returns where whole outputs are references in a text. `whole`: for a text that isn't code. */
export function placeOf(language: TextLanguage, whole?: 'none' | 'value'): TextPlace {
  if (language === 'text') return whole ?? 'lone';
  if (language === 'graphql') return 'none';
  return language === 'json' ? 'json' : 'code';
}
