'use client';

import { useQuery } from '@tanstack/react-query';
import { useReactFlow } from '@xyflow/react';
import { Command as Cmdk, defaultFilter } from 'cmdk';
import { useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { useAssistant } from '../../page/assistant-queries';
import { SearchDialog, SearchGroup } from '../../ui/search-dialog';
import { type AnyDefinition, allDefinitions } from '../document/definition-of';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import { type InsertPlace, whyNotBlockType } from '../document/insert-block';
import { carryBlock } from '../flow/dragged-block';
import { focusPanel } from '../flow/focus-block';
import { sayRefusal } from '../flow/say-refusal';
import { type Flow, showAdded } from '../flow/view-moves';
import { type FoundEntry, findEntries, librariesQuery, takeFromLibrary } from '../import/library-queries';
import { askForEditor } from '../references/load-editor';
import { addBlock } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';
import { DefinitionRow, ITEM_CLASSES, keywordsOf } from './definition-row';
import { DescribeItem, ENTRY, EntryItem, ImportItem } from './import-items';

/** All blocks by name; the choice goes where the palette was opened, or where it is dragged to. */
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
    const clash = place.kind !== 'point' && !definition.hasInput;
    if (clash && definition.note)
      toast.warning(`“${definition.title}” has no connections: add it to an empty place of the canvas.`);
    else if (clash) toast.warning(`“${definition.title}” starts the run; no block can come before it.`);
    else if (sayRefusal(addBlock(store, definition.type, place))) {
      hasGoneOn.current = true;
      focusPanel();
      const { openBlockId } = store.getState();
      if (openBlockId !== null) showAdded(flow, openBlockId, store.getState);
    }
  };
  // After a block was added one goes on in its form, which has the focus by now.
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
  return (
    <SearchDialog
      open={place !== null}
      onOpenChange={(open) => (open ? undefined : close())}
      onCloseAutoFocus={goOn}
      title="Add a block"
      placeholder={placeWords(kind)}
      empty="No results. Try what the block does, such as “request”."
      filter={rank}
      search={{ text, onChange: setText }}
    >
      {definitionsFor(kind).map((definition) => (
        <PaletteItem
          key={definition.type}
          definition={definition}
          refusal={whyNotBlockType(document, definition, place)}
          onChoose={() => choose(definition)}
          onDragged={close}
        />
      ))}
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
    </SearchDialog>
  );
}

/** The block that what is added goes behind. */
function blockAt(place: InsertPlace, { edges }: WorkflowDocument): string | undefined {
  if (place.kind === 'output') return place.blockId;
  return place.kind === 'edge' ? edges.find(({ id }) => id === place.edgeId)?.source : undefined;
}

/** Entries of the library have been found already; blocks whose name fits go before them. */
const ENTRY_SCORE = 0.1;

const TRIGGER_TITLES: ReadonlySet<string> = new Set(
  allDefinitions().flatMap(({ startsOn, title }) => (startsOn === undefined ? [] : [title])),
);

/** A trigger is looked for by its name; what its description says means a block that does it first. */
function rank(title: string, search: string, keywords?: string[]): number {
  if (title.startsWith(ENTRY)) return ENTRY_SCORE;
  const score = defaultFilter(title, search, keywords);
  if (!TRIGGER_TITLES.has(title)) return score;
  return Math.max(defaultFilter(title, search, []), score / 2);
}

/** What comes next is no trigger, however well its words fit the search. */
const definitionsFor = (kind: InsertPlace['kind']): readonly AnyDefinition[] =>
  allDefinitions().filter(({ startsOn }) => kind === 'point' || startsOn === undefined);

function PaletteItem(props: {
  definition: AnyDefinition;
  refusal: string | null;
  onChoose: () => void;
  onDragged: () => void;
}) {
  const { definition, refusal, onChoose, onDragged } = props;
  return (
    <Cmdk.Item
      value={definition.title}
      keywords={keywordsOf(definition)}
      disabled={refusal !== null}
      onSelect={onChoose}
      draggable={refusal === null}
      onDragStart={(event) => {
        carryBlock(event.dataTransfer, definition);
        event.dataTransfer.effectAllowed = 'copy';
        // Not at once: a browser ends the drag when its source disappears in the same task.
        setTimeout(onDragged);
      }}
      className={ITEM_CLASSES}
    >
      <DefinitionRow definition={definition} words={refusal ?? definition.description} />
    </Cmdk.Item>
  );
}

function placeWords(kind: InsertPlace['kind']): string {
  if (kind === 'edge') return 'Insert a block…';
  return kind === 'output' ? 'What comes next?' : 'Add a block…';
}
