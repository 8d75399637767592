'use client';

import { slugOf } from '@/lib/core/references/slug';
import { Button } from '../../ui/button';
import { Keys } from '../../ui/kbd';
import { definitionOf } from '../document/definition-of';
import type { ScopeBlock } from '../references/known-value';
import { sendWord } from '../send/send-button';
import { useSend } from '../send/use-send';
import { useEditor } from '../store/editor-context';

/** Shown while nothing is known of the nearest block's output: the ways to get one. */
export function NothingKnown({ scope, blockId }: { scope: readonly ScopeBlock[]; blockId: string }) {
  const readOnly = useEditor((state) => state.readOnly);
  const first = scope.find(({ isPartial }) => isPartial !== true);
  const source = useEditor(({ document }) =>
    Object.values(document.blocks).find(({ name }) => slugOf(name) === first?.slug),
  );
  if (readOnly || first === undefined || source === undefined || isAllKnown(first)) return null;
  return (
    <div className="flex flex-col items-start gap-2 border-line border-b bg-sunken px-4 py-2.5 text-xs">
      <p className="text-muted">
        “{first.name}” has no output yet. Run the workflow with <Keys combo="mod+enter" />
        {sendWord(definitionOf(source.type)) === null ? '' : ', try that block alone'} or type a sample.
      </p>
      <Ways sourceId={source.id} name={first.name} type={source.type} blockId={blockId} />
    </div>
  );
}

/** True for a block that has an output, or a default for each of its outputs. */
const isAllKnown = ({ last, defaults = {}, fields }: ScopeBlock): boolean =>
  last !== undefined || (fields.length > 0 && fields.every(({ name }) => Object.hasOwn(defaults, name)));

interface WaysProps {
  sourceId: string;
  name: string;
  type: string;
  blockId: string;
}

function Ways({ sourceId, name, type, blockId }: WaysProps) {
  const source = useSend(sourceId);
  const own = useSend(blockId);
  const word = sendWord(definitionOf(type));
  return (
    <div className="flex flex-wrap gap-2">
      {word === null ? null : (
        <Button size="sm" onClick={source.send}>
          {word} “{name}”
        </Button>
      )}
      <Button size="sm" onClick={() => own.show('samples')}>
        Type a sample
      </Button>
    </div>
  );
}
