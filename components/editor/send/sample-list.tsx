'use client';

import { Pin, PinOff, RotateCcw, Split } from 'lucide-react';
import { writeJson } from '@/lib/platform/text/json-text';
import { Badge } from '../../ui/badge';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/empty-state';
import { RelativeTime } from '../../ui/relative-time';
import { BlockIcon } from '../document/block-icon';
import { iconOf } from '../document/definition-of';
import type { LastOutput } from '../references/last-outputs';
import { ReferenceInput } from '../references/reference-input';
import { readSample, type Sample } from '../store/kept-samples';
import { useSends } from '../store/send-state';
import { type BlockSample, blankSample } from './block-samples';
import { useSampleChange } from './use-sample-change';

const ROWS = 4;

/** What stands in for the blocks before: their last outputs, or what is typed here. */
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
  const { block, slug, last, isUsed } = sample;
  const typed = useSends((state) => state.samples[block.id]);
  const change = useSampleChange(block.id);
  const text = typed?.text ?? (last === null ? '' : writeJson(last.output, null, 2));
  const isWrong = typed !== undefined && readSample(typed.text) === null;
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
          <Button
            size="sm"
            onClick={() => change({ text: JSON.stringify(blankSample(sample), null, 2), pinned: false })}
          >
            Fill in the structure
          </Button>
        ) : null}
        {typed === undefined ? null : (
          <Button variant="ghost" size="sm" onClick={() => change(null)}>
            <RotateCcw aria-hidden />
            Discard
          </Button>
        )}
        {text === '' ? null : (
          <Button
            variant="ghost"
            size="sm"
            aria-pressed={typed?.pinned ?? false}
            onClick={() => change({ text, pinned: !(typed?.pinned ?? false) })}
          >
            {typed?.pinned ? <PinOff aria-hidden /> : <Pin aria-hidden />}
            {typed?.pinned ? 'Unpin' : 'Pin'}
          </Button>
        )}
      </div>
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
        onChange={(next) => change({ text: next, pinned: typed?.pinned ?? false })}
      />
      {isWrong ? (
        <p className="text-danger text-xs">
          A sample must be a JSON object. Until it is valid,{' '}
          {last === null ? 'none is used' : 'the last output is used'}.
        </p>
      ) : null}
    </li>
  );
}

function Origin({ last, typed }: { last: LastOutput | null; typed: Sample | undefined }) {
  if (typed !== undefined) return typed.pinned ? 'pinned in this browser' : 'kept until you leave the page';
  if (last === null) return 'no output yet: run the workflow once, or type one';
  const word =
    last.from === 'sent' ? 'as sent alone' : last.from === 'run' ? 'of this run' : 'of the last run';
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
