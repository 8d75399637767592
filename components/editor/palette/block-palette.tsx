'use client';

import { Command as Cmdk, defaultFilter } from 'cmdk';
import { Import } from 'lucide-react';
import { useRef } from 'react';
import { toast } from 'sonner';
import { cn } from '../../ui/class-names';
import { SearchDialog } from '../../ui/search-dialog';
import { BlockIcon } from '../document/block-icon';
import { type AnyDefinition, allDefinitions } from '../document/definition-of';
import { type InsertPlace, whyNotBlockType } from '../document/insert-block';
import { DRAGGED_BLOCK_TYPE } from '../flow/dragged-block';
import { focusCanvas, focusPanel } from '../flow/focus-block';
import { sayRefusal } from '../flow/say-refusal';
import { allImporters } from '../import/find-importer';
import { addBlock } from '../store/block-actions';
import { useEditor, useEditorStore } from '../store/editor-context';

const hasImporters = allImporters().length > 0;

/** All blocks by name; the choice goes where the palette was opened, or where it is dragged to. */
export function BlockPalette() {
  const store = useEditorStore();
  const place = useEditor((state) => state.palette);
  const document = useEditor((state) => state.document);
  const added = useRef(false);
  const close = () => store.setState({ palette: null });
  const choose = (definition: AnyDefinition) => {
    if (place === null) return;
    close();
    const clash = place.kind !== 'point' && !definition.hasInput;
    if (clash && definition.note)
      toast.warning(`“${definition.title}” has no connections: add it to an empty place of the canvas.`);
    else if (clash) toast.warning(`“${definition.title}” begins a run; nothing can lead into it.`);
    else added.current = sayRefusal(addBlock(store, definition.type, place));
  };
  // Where the focus was is not where one goes on: the new block's form, else the canvas.
  const goOn = (event: Event) => {
    event.preventDefault();
    if (added.current) focusPanel();
    else focusCanvas();
    added.current = false;
  };
  const chooseImport = () => {
    if (place === null) return;
    store.setState({ palette: null, importTarget: { place } });
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
    >
      {definitionsFor(kind).map((definition) => (
        <PaletteItem
          key={definition.type}
          definition={definition}
          refusal={whyNotBlockType(document, definition)}
          onChoose={() => choose(definition)}
          onDragged={close}
        />
      ))}
      {hasImporters ? <ImportItem onChoose={chooseImport} /> : null}
    </SearchDialog>
  );
}

const TRIGGER_TITLES: ReadonlySet<string> = new Set(
  allDefinitions().flatMap(({ startsOn, title }) => (startsOn === undefined ? [] : [title])),
);

/** A trigger is looked for by its name; what its description says means a block that does it first. */
function rank(title: string, search: string, keywords?: string[]): number {
  const score = defaultFilter(title, search, keywords);
  if (!TRIGGER_TITLES.has(title)) return score;
  return Math.max(defaultFilter(title, search, []), score / 2);
}

/** What comes next is no trigger, however well its words fit the search. */
const definitionsFor = (kind: InsertPlace['kind']): readonly AnyDefinition[] =>
  allDefinitions().filter(({ startsOn }) => kind === 'point' || startsOn === undefined);

function ImportItem({ onChoose }: { onChoose: () => void }) {
  return (
    <Cmdk.Item
      value="Import cURL or OpenAPI"
      keywords={['paste', 'request', 'command', 'swagger', 'file']}
      onSelect={onChoose}
      className="flex cursor-default items-center gap-3 rounded-lg px-2.5 py-2 data-[selected=true]:bg-hover"
    >
      <span className="flex size-8 shrink-0 items-center justify-center rounded-lg bg-pressed text-muted">
        <Import className="size-4" aria-hidden />
      </span>
      <span className="min-w-0">
        <span className="block font-medium text-sm">Import cURL or OpenAPI…</span>
        <span className="block truncate text-muted text-xs">
          Creates a configured block from a command or document
        </span>
      </span>
    </Cmdk.Item>
  );
}

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
      keywords={[definition.type, ...definition.description.split(/\W+/)]}
      disabled={refusal !== null}
      onSelect={onChoose}
      draggable={refusal === null}
      onDragStart={(event) => {
        event.dataTransfer.setData(DRAGGED_BLOCK_TYPE, definition.type);
        event.dataTransfer.effectAllowed = 'copy';
        // Not at once: a browser ends the drag when its source disappears in the same task.
        setTimeout(onDragged);
      }}
      className={cn(
        'flex cursor-default items-center gap-3 rounded-lg px-2.5 py-2',
        'data-[disabled=true]:opacity-50 data-[selected=true]:bg-hover',
      )}
    >
      <span
        className={cn(
          'flex size-8 shrink-0 items-center justify-center rounded-lg bg-accent-soft text-accent',
        )}
      >
        <BlockIcon icon={definition.icon} className="size-4" />
      </span>
      <span className="min-w-0">
        <span className="block font-medium text-sm">{definition.title}</span>
        <span className="block truncate text-muted text-xs">{refusal ?? definition.description}</span>
      </span>
    </Cmdk.Item>
  );
}

function placeWords(kind: InsertPlace['kind']): string {
  if (kind === 'edge') return 'Insert a block…';
  return kind === 'output' ? 'What comes next?' : 'Add a block…';
}
