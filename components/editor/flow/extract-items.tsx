'use client';

import { PackageOpen, PackagePlus } from 'lucide-react';
import type { Block } from '@/lib/core/workflow/schema';
import { definitionOf } from '../document/definition-of';
import { useEditorStore } from '../store/editor-context';
import { inlineCall } from './inline-call';
import type { MenuKit } from './menu-kit';

/** Asks for the name of a workflow that these blocks become. */
export function ExtractItem({ ids, Item }: { ids: readonly string[]; Item: MenuKit['Item'] }) {
  const store = useEditorStore();
  return (
    <Item onSelect={() => store.setState({ extracting: ids })}>
      <PackagePlus aria-hidden />
      Extract to a workflow…
    </Item>
  );
}

/** Only in the menu of a block that runs a workflow. */
export function InlineItem({ block, Item }: { block: Pick<Block, 'id' | 'type'>; Item: MenuKit['Item'] }) {
  const store = useEditorStore();
  if (definitionOf(block.type)?.outsideWork?.calls === undefined) return null;
  return (
    <Item onSelect={() => void inlineCall(store, block.id)}>
      <PackageOpen aria-hidden />
      Inline its workflow
    </Item>
  );
}
