'use client';

import { Pin, PinOff, RotateCcw, Split } from 'lucide-react';
import { writeJson } from '@/lib/platform/text/json-text';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { RelativeTime } from '../../ui/relative-time';
import { BlockIcon } from '../document/block-icon';
import { definitionOf, iconOf } from '../document/definition-of';
import { FileButton } from '../fields/file-button';
import { pinOutput, unpinOutput } from '../pins/pin-acts';
import { type BlockSample, blankSample } from '../references/block-samples';
import type { LastOutput } from '../references/last-outputs';
import { ReferenceInput } from '../references/reference-input';
import { useEditor, useEditorStore } from '../store/editor-context';
import { readSample } from '../store/read-sample';
import { useSends } from '../store/send-state';
import { useSampleChange } from './use-sample-change';

const ROWS = 4;

/** The samples of the blocks before: their last outputs, or typed ones. */
export function SampleList({ samples }: { samples: readonly BlockSample[] }) {
  if (samples.length === 0)
    return (
      <EmptyState icon={Split} title="Nothing comes before this block" className="py-6">
        It needs no samples. Connect a block in front of it to use its outputs.
      </EmptyState>
    );
  return (
    <ul className="flex flex-col gap-4">
      {samples.map((sample) => (
        <SampleRow key={sample.block.id} sample={sample} />
      ))}
    </ul>
  );
}

function SampleRow({ sample }: { sample: BlockSample }) {
  const { block, slug, last, isUsed, isIteration } = sample;
  const store = useEditorStore();
  const isPinned = useEditor((state) => state.pins[block.id] !== undefined);
  const typed = useSends((state) => state.samples[block.id]);
  const change = useSampleChange(block.id);
  const text = typed ?? (last === null ? '' : writeJson(last.output, null, 2));
  const output = readSample(text);
  const isWrong = typed !== undefined && output === null;
  const pin = async (kept: Record<string, unknown>) => {
    const source = typed !== undefined ? 'typed' : last?.from === 'sent' ? 'sent' : 'run';
    if (await pinOutput(store, { blockId: block.id, output: kept, source })) change(null);
  };
  return (
    <li className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <BlockIcon icon={iconOf(block.type)} className="size-3.5 text-faint" />
        <span className="font-medium font-mono text-xs">{slug}</span>
        {isUsed ? <Badge>used here</Badge> : null}
        <span className="text-faint text-xs">
          <Origin last={last} typed={typed} />
        </span>
        <span className="flex-1" />
        {typed === undefined && last === null ? (
          <Button size="sm" onClick={() => change(JSON.stringify(blankSample(sample), null, 2))}>
            Insert an empty sample
          </Button>
        ) : null}
        {typed === undefined ? null : (
          <Button variant="ghost" size="sm" onClick={() => change(null)}>
            <RotateCcw aria-hidden />
            Discard
          </Button>
        )}
        {isIteration || output === null || (isPinned && typed === undefined) ? null : (
          <Button variant="ghost" size="sm" onClick={() => void pin(output)}>
            <Pin aria-hidden />
            Pin
          </Button>
        )}
        {isPinned && !isIteration && typed === undefined ? (
          <Button variant="ghost" size="sm" onClick={() => void unpinOutput(store, block.id)}>
            <PinOff aria-hidden />
            Unpin
          </Button>
        ) : null}
      </div>
      {fileMembers(sample).map((member) => (
        <FileButton
          key={member}
          label={`Choose a file for ${slug}.${member}`}
          onFile={(file) => change(writeJson({ ...output, [member]: file }, null, 2))}
        />
      ))}
      {text.length > MAX_WRITTEN_CHARACTERS ? (
        <p role="status" className="rounded-md border border-line bg-sunken px-2.5 py-2 text-muted text-xs">
          {wordsForLarge(output)}
        </p>
      ) : (
        <ReferenceInput
          aria-label={`Sample of ${block.name}`}
          blockId={block.id}
          plain
          multiline
          mono
          language="json"
          minRows={ROWS}
          placeholder={'{ }'}
          value={text}
          invalid={isWrong}
          onChange={change}
        />
      )}
      {isWrong ? (
        <p className="text-danger text-xs">
          A sample must be a JSON object. Until it is valid,{' '}
          {last === null ? 'none is used' : 'the last output is used'}.
        </p>
      ) : null}
    </li>
  );
}

/** Longer samples, of files, can't be edited by hand. */
const MAX_WRITTEN_CHARACTERS = 200_000;

/** Returns a used block's members that may be files, whether an author's file or a server's. */
function fileMembers({ block, fields, isUsed }: BlockSample): string[] {
  const isInput = definitionOf(block.type)?.hasInput === false;
  const fits = (type: string) => type === 'any' || (isInput && type === 'object');
  return isUsed ? fields.flatMap(({ name, type }) => (fits(type) ? [name] : [])) : [];
}

function wordsForLarge(output: Readonly<Record<string, unknown>> | null): string {
  const names = Object.values(output ?? {}).flatMap((value) => {
    const file = value as { name?: unknown; base64?: unknown } | null;
    return typeof file?.base64 === 'string' && typeof file.name === 'string' ? [`“${file.name}”`] : [];
  });
  const what = names.length === 0 ? 'This sample' : `This sample holds ${names.join(', ')}. It`;
  return `${what} is too long to be edited here; it is sent whole.`;
}

const WHENCE: Record<LastOutput['from'], string> = {
  sample: 'typed',
  pinned: 'pinned',
  sent: 'as sent alone',
  run: 'of this run',
  log: 'of the last run',
  default: 'by default',
};

function Origin({ last, typed }: { last: LastOutput | null; typed: string | undefined }) {
  if (typed !== undefined) return 'kept until you leave the page';
  if (last === null) return 'no output yet: run the workflow once, or type one';
  const word = WHENCE[last.from];
  return (
    <>
      {word}
      {last.at === null ? null : (
        <>
          {' · '}
          <RelativeTime at={last.at} />
        </>
      )}
    </>
  );
}
