'use client';

import type { Block } from '@/lib/core/workflow/schema';
import { useEditor } from './editor-context';

const NONE: Block['config'] = {};

/** All that a block is set to, as authored. Who asks is drawn again at each key in any of its fields. */
export function useConfig(blockId: string): Block['config'] {
  return useEditor((state) => state.document.blocks[blockId]?.config ?? NONE);
}

/** One of its fields; undefined while it isn't set. */
export function useSetting(blockId: string, name: string | undefined): unknown {
  return useEditor((state) =>
    name === undefined ? undefined : state.document.blocks[blockId]?.config[name],
  );
}
