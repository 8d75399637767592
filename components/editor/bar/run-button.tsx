'use client';

import {
  ChevronDown,
  CornerDownRight,
  CornerRightDown,
  History,
  Pin,
  PinOff,
  Play,
  Square,
  TextCursorInput,
} from 'lucide-react';
import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu';
import { countOf } from '../../ui/format-quantity';
import { Keys } from '../../ui/kbd';
import { beginsWithStart } from '../fields/inputs-of-run';
import { unpinAll } from '../pins/unpin-all';
import { WaitingRuns } from '../run/waiting-runs';
import { useEditor, useEditorStore } from '../store/editor-context';
import type { RunPart } from '../store/run-part';
import { isActive } from '../store/run-state';
import { chosenBlock } from '../store/selection-actions';

export interface RunButtonProps {
  /** Starts a run; asks for input first if the workflow needs some. */
  onRun: () => void;
  /** Starts a run after asking for input. */
  onRunWith: () => void;
  onRunPart: (part: RunPart) => void;
  onStop: () => void;
}

/** Run, replaced during a run by Stop of the same width, so that the bar's other buttons don't move. */
export function RunButton({ onStop, ...ways }: RunButtonProps) {
  const active = useEditor((state) => isActive(state.run));
  const stopping = useEditor((state) => state.run.phase === 'stopping');
  const readOnly = useEditor((state) => state.readOnly);
  if (readOnly) return null;
  return (
    <div className="grid shrink-0 [&>*]:col-start-1 [&>*]:row-start-1">
      <WaysToRun {...ways} className={active ? 'invisible' : ''} />
      {active ? (
        <Button onClick={onStop} busy={stopping} className="justify-center">
          <Square aria-hidden className="fill-current" />
          {stopping ? 'Stopping…' : 'Stop'}
        </Button>
      ) : null}
    </div>
  );
}

type WaysToRunProps = Omit<RunButtonProps, 'onStop'> & { className: string };

function WaysToRun({ onRun, onRunWith, onRunPart, className }: WaysToRunProps) {
  const store = useEditorStore();
  const takesInput = useEditor((state) => beginsWithStart(state.document));
  const hasRun = useEditor((state) => state.run.phase !== 'idle');
  return (
    <div className={cn('flex', className)}>
      <Button variant="primary" onClick={onRun} className="rounded-r-none">
        <Play aria-hidden className="fill-current" />
        <span className="@max-md/bar:sr-only">Run</span>
        <span
          className={cn(
            '@max-4xl/bar:hidden [&_kbd]:border-transparent',
            '[&_kbd]:bg-transparent [&_kbd]:px-0 [&_kbd]:text-on-solid',
          )}
        >
          <Keys combo="mod+enter" />
        </span>
      </Button>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button
            variant="primary"
            aria-label="More ways to run"
            className="rounded-l-none border-white/25 border-l px-1.5"
          >
            <ChevronDown aria-hidden />
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent align="end">
          {takesInput ? (
            <DropdownMenuItem shortcut="mod+alt+enter" onSelect={onRunWith}>
              <TextCursorInput aria-hidden />
              Run with input…
            </DropdownMenuItem>
          ) : null}
          <PartItems onRunPart={onRunPart} />
          <UnpinAll />
          <DropdownMenuSeparator />
          <WaitingRuns />
          <DropdownMenuItem disabled={!hasRun} onSelect={() => store.setState({ runPanelOpen: true })}>
            <History aria-hidden />
            Show the last result
          </DropdownMenuItem>
        </DropdownMenuContent>
      </DropdownMenu>
    </div>
  );
}

/** Shown while anything is pinned. */
function UnpinAll() {
  const store = useEditorStore();
  const count = useEditor(({ pins }) => Object.keys(pins).length);
  if (count === 0) return null;
  return (
    <DropdownMenuItem onSelect={() => void unpinAll(store)}>
      <PinOff aria-hidden />
      Unpin {count === 1 ? 'the pinned output' : `all ${countOf(count, 'output')}`}
    </DropdownMenuItem>
  );
}

/** Items that run a part around the selected or open block; without one, they say to select a block. */
function PartItems({ onRunPart }: Pick<RunButtonProps, 'onRunPart'>) {
  const block = useEditor(chosenBlock);
  const name = block === undefined ? 'the selected block' : `“${block.name}”`;
  return (
    <>
      <DropdownMenuItem
        disabled={block === undefined}
        onSelect={() => block && onRunPart({ until: block.id })}
      >
        <CornerRightDown aria-hidden />
        <span className="max-w-64 truncate">Run until {name}</span>
      </DropdownMenuItem>
      <DropdownMenuItem
        disabled={block === undefined}
        onSelect={() => block && onRunPart({ from: block.id })}
      >
        <CornerDownRight aria-hidden />
        <span className="max-w-64 truncate">Run from {name}</span>
      </DropdownMenuItem>
      <DropdownMenuItem onSelect={() => onRunPart({ pins: 'only' })}>
        <Pin aria-hidden />
        Run with pins only
      </DropdownMenuItem>
    </>
  );
}
