'use client';

import { Command as Cmdk } from 'cmdk';
import { useMemo } from 'react';
import { countOf } from '../../ui/format-quantity';
import { SearchDialog } from '../../ui/search-dialog';
import { type AnyDefinition, definitionOf } from '../document/definition-of';
import { replaceBlock, replacements, whyNotReplace } from '../document/replace-block';
import { sayPinStays } from '../pins/pin-acts';
import { useEditor, useEditorStore } from '../store/editor-context';
import { commitDocument } from '../store/editor-store';
import { sayChange } from '../store/say-change';
import { DefinitionRow, ITEM_CLASSES } from './definition-row';
import { rankItem } from './rank-blocks';

/** Replaces a block by another kind, which keeps its connections. */
export function ReplaceDialog() {
  const store = useEditorStore();
  const blockId = useEditor((state) => state.replacing);
  const document = useEditor((state) => state.document);
  const block = blockId === null ? undefined : document.blocks[blockId];
  const kinds = useMemo(() => (block === undefined ? [] : replacements(block)), [block]);
  const close = () => store.setState({ replacing: null });
  const choose = (definition: AnyDefinition) => {
    close();
    if (block === undefined) return;
    const replaced = replaceBlock(store.getState().document, block.id, definition);
    commitDocument(store, replaced.document, { label: `Replace with ${definition.title}` });
    const lost = replaced.dropped.length;
    sayChange(
      store,
      `Replaced “${block.name}” with ${definition.title}` +
        (lost === 0 ? '' : `; removed ${countOf(lost, 'connection')} without a place on it`),
    );
    sayPinStays(store, block.id, definitionOf(block.type)?.title ?? block.type);
  };
  const title = `Replace “${block?.name ?? ''}” with`;
  return (
    <SearchDialog
      open={block !== undefined}
      onOpenChange={(open) => (open ? undefined : close())}
      title={title}
      placeholder={`${title}…`}
      filter={rankItem}
      empty="No results"
    >
      {block === undefined
        ? null
        : kinds.map((definition) => {
            const refusal = whyNotReplace(document, block.id, definition);
            return (
              <Cmdk.Item
                key={definition.type}
                value={definition.title}
                disabled={refusal !== null}
                onSelect={() => choose(definition)}
                className={ITEM_CLASSES}
              >
                <DefinitionRow definition={definition} words={refusal ?? definition.description} />
              </Cmdk.Item>
            );
          })}
    </SearchDialog>
  );
}
