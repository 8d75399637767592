'use client';

import type { Block } from '@/lib/core/workflow/schema';
import { useEditor } from './editor-context';

const NONE: Block['config'] = {};

/** Returns a block's config as authored. Callers re-render at each key in any of its fields. */
export function useConfig(blockId: string): Block['config'] {
  return useEditor((state) => state.document.blocks[blockId]?.config ?? NONE);
}

/** Returns one field of the config; undefined while it isn't set. */
export function useSetting(blockId: string, name: string | undefined): unknown {
  return useEditor((state) =>
    name === undefined ? undefined : state.document.blocks[blockId]?.config[name],
  );
}
