'use client';

import { useReactFlow } from '@xyflow/react';
import { CornerDownRight } from 'lucide-react';
import { useMemo } from 'react';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { type Command, useCommandStore, useCommands } from '../../ui/commands';
import { definitionOf } from '../document/definition-of';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import { flowOrder } from '../document/flow-order';
import { goToBlock } from '../flow/go-to-block';
import type { Flow } from '../flow/view-moves';
import { useEditor, useEditorStore } from '../store/editor-context';

const NONE: readonly Command[] = [];
/** With more blocks than this, none is listed in the palette until something is typed. */
export const MOST_BLOCKS_LISTED = 30;

/** Adds this workflow's blocks by name to the command palette; built when the palette is opened. */
export function useBlockCommands(): void {
  const store = useEditorStore();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  const isOpen = useCommandStore((state) => state.paletteOpen);
  const document = useEditor((state) => (isOpen ? state.document : null));
  const commands = useMemo(
    () => (document === null ? NONE : goToCommands(document, (id) => goToBlock(store, flow, id))),
    [document, store, flow],
  );
  useCommands(commands);
}

/** Returns a command for each block, in the order in which they run. */
export function goToCommands(document: WorkflowDocument, go: (blockId: string) => void): Command[] {
  const order = flowOrder(document);
  const onlyWhenSearched = order.length > MOST_BLOCKS_LISTED;
  return order.flatMap((id): Command[] => {
    const block = document.blocks[id];
    if (block === undefined) return [];
    const title = definitionOf(block.type)?.title ?? block.type;
    return [
      {
        id: `block-${id}`,
        title: block.name,
        group: 'Blocks of this workflow',
        icon: CornerDownRight,
        keywords: [title, block.type],
        onlyWhenSearched,
        run: () => go(id),
      },
    ];
  });
}
