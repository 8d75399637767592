'use client';

import { ListTree } from 'lucide-react';
import type { ReactNode } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { Badge } from '../../ui/badge';
import { cn } from '../../ui/class-names';
import { Drawer } from '../../ui/drawer';
import { IconButton } from '../../ui/icon-button';
import { InlineName } from '../../ui/inline-name';
import { Notice } from '../../ui/notice';
import { ResizeEdge } from '../../ui/resize-edge';
import { type SizeRule, useSavedSize } from '../../ui/saved-size';
import { Segmented } from '../../ui/segmented';
import { showPane, togglePane, usePaneOpen } from '../data/pane-state';
import { BlockIcon } from '../document/block-icon';
import { definitionOf, iconOf } from '../document/definition-of';
import { BlockMenu } from '../flow/block-menu';
import { focusBlock } from '../flow/focus-block';
import { PinNote } from '../pins/pin-note';
import { SendButton } from '../send/send-button';
import { rename } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import type { EditorState } from '../store/editor-store';
import { openBlock } from '../store/selection-actions';
import { BlockForm } from './block-form';
import { ErrorPortNote } from './error-port-note';

const WIDE_PX = 1_280;
const WIDTH: SizeRule = {
  name: 'form',
  least: 320,
  most: () => window.innerWidth * 0.5,
  first: () => (window.innerWidth < WIDE_PX ? 416 : 464),
};
const MAX_NAME_CHARACTERS = 64;

/** Selects the block without its config: the panel isn't re-rendered at each key in a field. */
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
  const width = useSavedSize(WIDTH);
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
      className="order-2 w-full shrink-0 md:w-(--form-width) md:max-w-[50vw]"
      style={{ '--form-width': `${width.px}px` } as object}
      edge={<ResizeEdge size={width} label="Width of the form" side="left" className="max-md:hidden" />}
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
        <>
          {definition?.hasInput === false ? null : <ValuesButton />}
          {readOnly || definition?.container !== undefined ? null : <SendButton block={block} hasShortcut />}
          {readOnly ? null : <BlockMenu id={block.id} type={block.type} />}
        </>
      }
    >
      {definition === undefined ? (
        <Notice tone="danger" title={`“${block.type}” is not a block type of this version`} className="m-4">
          Delete it, or open this workflow in the version it was created with.
        </Notice>
      ) : (
        <BesideValues hasValues={definition.hasInput !== false}>
          <PinNote blockId={block.id} />
          <BlockForm id={block.id} name={block.name} definition={definition} />
          <ErrorPortNote blockId={block.id} />
        </BesideValues>
      )}
    </Drawer>
  );
}

function ValuesButton() {
  const isOpen = usePaneOpen();
  return (
    <IconButton
      label="Values of earlier blocks"
      shortcut="mod+j"
      active={isOpen}
      onClick={togglePane}
      className="max-md:hidden"
    >
      <ListTree />
    </IconButton>
  );
}

const TABS = [
  { value: 'form', label: 'Form' },
  { value: 'values', label: 'Values' },
] as const;

/** On a phone the values cover the form, which stays mounted, with the caret for inserted references. */
function BesideValues({ hasValues, children }: { hasValues: boolean; children: ReactNode }) {
  const isOpen = usePaneOpen();
  if (!hasValues) return children;
  return (
    <>
      <div
        className={cn(
          'sticky top-0 z-10 flex h-10 items-center border-line border-b bg-surface px-4',
          'md:hidden',
        )}
      >
        <Segmented
          aria-label="Form, or values of earlier blocks"
          value={isOpen ? 'values' : 'form'}
          options={TABS}
          onValueChange={(tab) => showPane(tab === 'values')}
        />
      </div>
      <div className={cn(isOpen && 'max-md:invisible')}>{children}</div>
    </>
  );
}
