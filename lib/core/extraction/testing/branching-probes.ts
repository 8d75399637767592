import type { OutputPort } from '../../blocks/block';
import {
  definitions as allDefinitions,
  type Doing,
  type Extras,
  run as runProbes,
} from '../../engine/testing/probe-workflow';
import type { WorkflowDocument } from '../../workflow/schema';

const out: OutputPort = { id: 'out', label: 'Next', kind: 'normal' };
const other: OutputPort = { id: 'other', label: 'Other', kind: 'branch' };
const error: OutputPort = { id: 'error', label: 'On error', kind: 'error' };

/** Probes have a branch only where they may take it: `straight` could, but doesn't. */
export const definitions = new Map(allDefinitions);
const probe = definitions.get('probe')!;
definitions.set('probe', {
  ...probe,
  ports: (config) =>
    /^(branch|straight)$/.test((config as { does: string }).does) ? [out, other, error] : [out, error],
});

const straight: Doing = (_, value) => ({ ok: true, output: { value } });

export const run = (document: WorkflowDocument, extras: Extras = {}) =>
  runProbes(document, { ...extras, doings: { straight } });

/** Returns a function that makes ids in their order. */
export function countedIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    return `n${count}`;
  };
}
