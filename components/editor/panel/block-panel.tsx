'use client';

import { useShallow } from 'zustand/react/shallow';
import { Badge } from '../../ui/badge';
import { Drawer } from '../../ui/drawer';
import { InlineName } from '../../ui/inline-name';
import { Notice } from '../../ui/notice';
import { BlockIcon } from '../document/block-icon';
import { definitionOf, iconOf } from '../document/definition-of';
import { BlockMenu } from '../flow/block-menu';
import { focusBlock } from '../flow/focus-block';
import { SendButton } from '../send/send-button';
import { rename } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import type { EditorState } from '../store/editor-store';
import { openBlock } from '../store/selection-actions';
import { BlockForm } from './block-form';
import { ErrorPortNote } from './error-port-note';

const MAX_NAME_CHARACTERS = 64;

/** Without what it is set to: the panel around the form isn't drawn again at each key in a field. */
function openBlockOf({ openBlockId, document }: EditorState) {
  const block = openBlockId === null ? undefined : document.blocks[openBlockId];
  if (block === undefined) return null;
  const { id, type, name, enabled } = block;
  return { id, type, name, enabled };
}

/** The open block's configuration and last run, at the right; a full screen on narrow ones. */
export function BlockPanel() {
  const store = useEditorStore();
  const block = useEditor(useShallow(openBlockOf));
  const readOnly = useEditor((state) => state.readOnly);
  if (block === null) return null;
  const definition = definitionOf(block.type);
  const close = () => {
    openBlock(store, null);
    focusBlock(block.id);
  };
  return (
    <Drawer
      key={block.id}
      onClose={close}
      className="w-full shrink-0 md:w-104 xl:w-116"
      title={
        <span className="flex items-center gap-1.5">
          <BlockIcon icon={iconOf(block.type)} className="size-4 shrink-0 text-accent" />
          <InlineName
            value={block.name}
            label="Block name"
            readOnly={readOnly}
            maxLength={MAX_NAME_CHARACTERS}
            onRename={(name) => rename(store, block.id, name)}
          />
          {block.enabled ? null : <Badge>off</Badge>}
        </span>
      }
      actions={
        readOnly ? null : (
          <>
            {definition?.container === undefined ? <SendButton block={block} hasShortcut /> : null}
            <BlockMenu id={block.id} type={block.type} />
          </>
        )
      }
    >
      {definition === undefined ? (
        <Notice tone="danger" title={`“${block.type}” is not a block type of this version`} className="m-4">
          Delete it, or open this workflow in the version it was created with.
        </Notice>
      ) : (
        <>
          <BlockForm id={block.id} name={block.name} definition={definition} />
          <ErrorPortNote blockId={block.id} />
        </>
      )}
    </Drawer>
  );
}
