import { isJsonObject } from '../../platform/text/exact-number';
import { isShortened } from '../blocks/shortened-value';
import type { CompiledBlock } from '../engine/compile-block';
import type { CompiledWorkflow } from '../engine/compile-workflow';
import type { JournalEntry } from '../engine/ports';
import { REDACTED } from '../redaction/rules';
import { CONCEALED } from '../references/credentials';
import type { Reference } from '../references/grammar';
import { readStep } from '../references/read-path';
import { RUN_VARIABLES, slugOf } from '../references/slug';

/** An output that stands in for a block. */
export type RetainedOutput = Pick<JournalEntry, 'blockId' | 'iteration' | 'output'> & {
  span: Pick<JournalEntry['span'], 'name'>;
};

interface Kept {
  entries: readonly RetainedOutput[];
  compiled: CompiledWorkflow;
  secretNames: ReadonlySet<string>;
}

const MASK = /\{\{([A-Za-z_][A-Za-z0-9_]{0,63})\}\}/g;
/** An output with more values counts as unusable, because not all of it was examined. */
const MOST_VALUES = 500_000;

/**
 * Explains why blocks can't run on stored outputs: values that they refer to were masked or redacted in the
 * log, or are incomplete there. Null if they can.
 */
export function findUnusable(running: readonly CompiledBlock[], kept: Kept): string | null {
  const outputs = outputsBySlug(kept);
  const check = ({ name, config, members }: CompiledBlock): string | null => {
    for (const { template } of config.templates)
      for (const part of template.parts) {
        if (typeof part === 'string' || part.kind !== 'reference') continue;
        const source = outputs.get(part.reference.slug);
        const why = source && whyUnusable(valueAt(source.output, part.reference), kept.secretNames);
        if (source && why) return `“${name}” needs a value of “${source.name}” that ${why}.`;
      }
    return members === null ? null : firstOf(members.blocks, check);
  };
  return firstOf(running, check);
}

function firstOf<T>(list: readonly T[], find: (item: T) => string | null): string | null {
  for (const item of list) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

function outputsBySlug({ entries, compiled }: Kept): Map<string, { name: string; output: unknown }> {
  const outputs = new Map<string, { name: string; output: unknown }>();
  const variables: Record<string, unknown> = {};
  for (const { blockId, iteration, output, span } of entries) {
    if (iteration === undefined) outputs.set(slugOf(span.name), { name: span.name, output });
    if (compiled.setting.has(blockId)) Object.assign(variables, output);
  }
  // The names that references of this version use.
  for (const { id, name, slug } of compiled.blocks) {
    const entry = entries.find(({ blockId, iteration }) => blockId === id && iteration === undefined);
    if (entry) outputs.set(slug, { name, output: entry.output });
  }
  outputs.set(RUN_VARIABLES, { name: 'variable', output: variables });
  return outputs;
}

function valueAt(output: unknown, { path }: Reference): unknown {
  let value = output;
  for (const step of path) {
    if (isCut(value)) return value;
    value = readStep(value, step);
  }
  return value;
}

const isCut = (value: unknown): boolean =>
  isShortened(value) || (isJsonObject(value) && value.truncated === true && 'bytes' in value);

/** True for files beside the log whose bytes were not stored. */
const lacksBytes = (value: unknown): boolean =>
  isJsonObject(value) &&
  'contentType' in value &&
  'size' in value &&
  'fileId' in value &&
  !('base64' in value);

function whyUnusable(value: unknown, secretNames: ReadonlySet<string>): string | null {
  const open: unknown[] = [value];
  for (let seen = 0; open.length > 0; seen += 1) {
    if (seen > MOST_VALUES) return 'is too large';
    const next = open.pop();
    if (typeof next === 'string' && next.includes(REDACTED))
      return 'the log does not hold, because it was redacted';
    if (typeof next === 'string' && isMasked(next, secretNames))
      return 'the log does not hold, because it is secret';
    if (isCut(next) || lacksBytes(next)) return 'the log does not hold whole, because it is too large';
    if (Array.isArray(next)) for (const item of next) open.push(item);
    else if (isJsonObject(next)) for (const item of Object.values(next)) open.push(item);
  }
  return null;
}

function isMasked(text: string, secretNames: ReadonlySet<string>): boolean {
  if (text.includes(CONCEALED)) return true;
  for (const [, name = ''] of text.matchAll(MASK)) if (secretNames.has(name)) return true;
  return false;
}
