'use client';

import { useQuery } from '@tanstack/react-query';
import { useReactFlow } from '@xyflow/react';
import { Command as Cmdk } from 'cmdk';
import { useEffect, useRef, useState } from 'react';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { useAssistant } from '../../page/assistant-queries';
import { SearchDialog, SearchGroup } from '../../ui/search-dialog';
import { ROW_PX } from '../document/block-size';
import type { AnyDefinition } from '../document/definition-of';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import { placeOnCanvas } from '../document/frames';
import { type InsertPlace, whyNotBlockType } from '../document/insert-block';
import { carryBlock } from '../flow/dragged-block';
import { focusPanel } from '../flow/focus-block';
import { sayRefusal } from '../flow/say-refusal';
import { type Flow, showAdded } from '../flow/view-moves';
import { type FoundEntry, findEntries, librariesQuery, takeFromLibrary } from '../import/library-queries';
import { askForEditor } from '../references/load-editor';
import { addBlock } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { DefinitionRow, ITEM_CLASSES } from './definition-row';
import { DescribeItem, ENTRY, EntryItem, ImportItem, MergeItem } from './import-items';
import { definitionsFor, wordsFor } from './palette-rows';
import { rankItem } from './rank-blocks';

/** Lists all blocks by name; the chosen one is added where the palette was opened, or where it is dropped. */
export function BlockPalette() {
  const store = useEditorStore();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  const place = useEditor((state) => state.palette);
  const document = useEditor((state) => state.document);
  const hasGoneOn = useRef(false);
  const workspaceId = useEditor((state) => state.workspaceId);
  const [text, setText] = useState('');
  const assistant = useAssistant();
  const libraries = useQuery({ ...librariesQuery(workspaceId), enabled: place !== null });
  useEffect(() => {
    if (place !== null) askForEditor();
  }, [place]);
  const entries = findEntries(libraries.data ?? [], text);
  const close = () => {
    store.setState({ palette: null });
    setText('');
  };
  const choose = (definition: AnyDefinition) => {
    if (place === null) return;
    close();
    if (sayRefusal(addBlock(store, definition.type, placeFor(definition, place, document)))) {
      hasGoneOn.current = true;
      focusPanel();
      const { openBlockId } = store.getState();
      if (openBlockId !== null) showAdded(flow, openBlockId, store.getState);
    }
  };
  // After a block was added, its form has the focus and keeps it.
  const goOn = (event: Event) => {
    if (hasGoneOn.current) event.preventDefault();
    hasGoneOn.current = false;
  };
  const chooseImport = () => {
    if (place === null) return;
    close();
    store.setState({ importTarget: { place } });
  };
  const chooseDescribe = () => {
    if (place === null) return;
    close();
    store.setState({ assistant: { kind: 'describe', blockId: blockAt(place, document) } });
  };
  const chooseEntry = ({ library, entry }: FoundEntry) => {
    if (place === null) return;
    close();
    void takeFromLibrary(store, library, entry, { place }).then((done) => (done ? focusPanel() : undefined));
  };
  const kind = place?.kind ?? 'point';
  const item = (definition: AnyDefinition) => (
    <PaletteItem
      key={definition.type}
      definition={definition}
      words={wordsFor(definition, kind)}
      refusal={whyNotBlockType(document, definition, place)}
      onChoose={() => choose(definition)}
      onDragged={close}
    />
  );
  return (
    <SearchDialog
      open={place !== null}
      onOpenChange={(open) => (open ? undefined : close())}
      onCloseAutoFocus={goOn}
      title="Add a block"
      placeholder={placeWords(kind)}
      empty={
        assistant === null
          ? 'No blocks found. Search for what it does, such as “request” or “if”. An API block calls any service.'
          : 'No blocks found. Describe what it should do:'
      }
      filter={rank}
      search={{ text, onChange: setText }}
      size="lg"
    >
      {definitionsFor(kind).map(item)}
      {entries.length > 0 ? (
        <SearchGroup heading="From the library">
          {entries.map((found) => (
            <EntryItem
              key={`${found.library.id} ${found.entry.id}`}
              found={found}
              onChoose={() => chooseEntry(found)}
            />
          ))}
        </SearchGroup>
      ) : null}
      {assistant === null ? null : <DescribeItem onChoose={chooseDescribe} />}
      <ImportItem onChoose={chooseImport} />
      <MergeItem isShown={text.trim() !== ''} />
    </SearchDialog>
  );
}

/** Returns the block that the added one follows. */
function blockAt(place: InsertPlace, { edges }: WorkflowDocument): string | undefined {
  if (place.kind === 'output') return place.blockId;
  return place.kind === 'edge' ? edges.find(({ id }) => id === place.edgeId)?.source : undefined;
}

/** Library entries are filtered already; blocks whose name matches go before them. */
const ENTRY_SCORE = 0.1;

const rank = (title: string, search: string, keywords?: string[]): number =>
  title.startsWith(ENTRY) ? ENTRY_SCORE : rankItem(title, search, keywords);

/** Places a block that can't be connected below the one it was added from, or beside other triggers. */
function placeFor(definition: AnyDefinition, place: InsertPlace, document: WorkflowDocument): InsertPlace {
  const from = document.blocks[blockAt(place, document) ?? ''];
  if (place.kind === 'point' || definition.hasInput || from === undefined) return place;
  const { x, y } = placeOnCanvas(document, from.id);
  return { kind: 'point', point: { x, y: y + ROW_PX }, isFree: true };
}

function PaletteItem(props: {
  definition: AnyDefinition;
  words: string;
  refusal: string | null;
  onChoose: () => void;
  onDragged: () => void;
}) {
  const { definition, words, refusal, onChoose, onDragged } = props;
  return (
    <Cmdk.Item
      value={definition.title}
      disabled={refusal !== null}
      onSelect={onChoose}
      draggable={refusal === null}
      onDragStart={(event) => {
        carryBlock(event.dataTransfer, definition);
        event.dataTransfer.effectAllowed = 'copy';
        // Deferred: a browser ends the drag when its source disappears in the same task.
        setTimeout(onDragged);
      }}
      className={ITEM_CLASSES}
    >
      <DefinitionRow definition={definition} words={refusal ?? words} />
    </Cmdk.Item>
  );
}

function placeWords(kind: InsertPlace['kind']): string {
  if (kind === 'edge') return 'Insert a block…';
  return kind === 'output' ? 'What comes next?' : 'Add a block…';
}
