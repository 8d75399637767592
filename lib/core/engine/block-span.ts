import type { OutboundRedirect } from '../../platform/outbound-http/contract';
import type { AssertionResult } from '../blocks/assertions';
import type { BlockAttempt, BlockError } from '../blocks/block';
import type { BlockPart } from '../blocks/block-part';
import { CONCEALED, mapUrlCredentials } from '../references/credentials';
import type { CompiledBlock } from './compile-block';
import type { Masker } from './masker';
import { type IterationPath, stepKey } from './request-key';
import type { BlockRun } from './run-block';
import type { RunFiles } from './run-files';
import {
  type KeepWhole,
  type LogSpace,
  type NestedSpace,
  shortenOutput,
  shortenValue,
} from './shorten-value';
import type { TraceSpan } from './trace-span';

/** The end of a block; values are complete and not masked yet. */
export interface SpanEnd {
  status: TraceSpan['status'];
  input: unknown;
  output: unknown;
  error: BlockError | null;
  warnings?: readonly string[] | undefined;
  attempts?: BlockAttempt[] | undefined;
  redirects?: readonly OutboundRedirect[] | undefined;
  assertions?: readonly AssertionResult[] | undefined;
}

/** The position of a span in the tree of spans. */
export interface SpanPlace {
  path: IterationPath;
  parentId: string | null;
  iteration?: number | undefined;
  /** The space shared by all spans in containers; absent at the top. */
  space?: NestedSpace;
  /** The space shared by all spans at the top of a run's log. */
  log?: LogSpace;
}

const AT_THE_TOP: SpanPlace = { path: '', parentId: null };

let lastMs = Number.NaN;
let lastIso = '';

/** Formats milliseconds as ISO 8601; keeps the last result, since blocks of one run share most times. */
export function isoTime(ms: number): string {
  const whole = Math.floor(ms);
  if (whole !== lastMs) {
    lastIso = new Date(whole).toISOString();
    lastMs = whole;
  }
  return lastIso;
}

/**
 * Builds the span as it is stored and shown: secrets masked, large values shortened. Complete outputs go
 * to `files` in runs that leave a log.
 */
export function blockSpan(
  block: CompiledBlock,
  { startMs, endMs }: { startMs: number; endMs: number },
  end: SpanEnd,
  masker: Masker,
  { path, parentId, iteration, space, log }: SpanPlace = AT_THE_TOP,
  files?: RunFiles,
): TraceSpan {
  const [input, masked] = [masker.value(end.input), masker.value(end.output)];
  const { output, refusals } = space
    ? { output: space.shorten(masked, keepNested(block, files)), refusals: [] }
    : keepWhole(block, masked, files);
  const shownInput = space ? space.shorten(input, () => null) : shortenValue(input);
  const span: TraceSpan = {
    id: stepKey(block.id, path),
    parentId,
    blockId: block.id,
    name: block.name,
    type: block.type,
    status: end.status,
    startTime: isoTime(startMs),
    endTime: isoTime(endMs),
    durationMs: Math.max(0, Math.round((endMs - startMs) * 1000) / 1000),
    input: log ? log.fit(shownInput) : shownInput,
    output: log ? log.fit(output) : output,
    error: end.error && { ...(masker.value(end.error) as BlockError) },
    children: [],
  };
  if (iteration !== undefined) span.iteration = iteration;
  if (end.attempts) span.attempts = end.attempts;
  if (end.redirects) span.redirects = end.redirects.map((redirect) => maskRedirect(redirect, masker));
  if (end.assertions)
    span.assertions = end.assertions.map(({ text, ok, found }) => ({
      text: masker.text(text),
      ok,
      found: found === null ? null : masker.text(found),
    }));
  const warnings = [...(end.warnings ?? []).map((text) => masker.text(text)), ...refusals];
  if (warnings.length > 0) span.warnings = warnings;
  return span;
}

/** Removes the credentials in URLs, and the run's secrets everywhere. */
function maskRedirect({ status, url, location, setCookie }: OutboundRedirect, masker: Masker) {
  const shown = (text: string) => masker.text(mapUrlCredentials(text, () => CONCEALED));
  return {
    status,
    url: shown(url),
    location: shown(location),
    setCookie: setCookie.map((line) => masker.text(line)),
  };
}

/** Builds the span of a part of a block's work; `space` bounds the total size of all such spans of a run. */
export function partSpan(
  part: BlockPart,
  { parent, index }: { parent: TraceSpan; index: number },
  masker: Masker,
  space: NestedSpace,
): TraceSpan {
  const { kind, name, startMs, endMs, input, output, error, wentOn = false, warnings, ...told } = part;
  const nothing = () => null;
  return {
    ...told,
    ...(told.model === undefined ? {} : { model: masker.text(told.model) }),
    id: `${parent.id}#${index}`,
    parentId: parent.id,
    blockId: parent.blockId,
    name: masker.text(name),
    type: kind,
    status: statusOf(error, wentOn),
    startTime: isoTime(startMs),
    endTime: isoTime(endMs),
    durationMs: Math.max(0, Math.round((endMs - startMs) * 1000) / 1000),
    input: space.shorten(masker.value(input), nothing),
    output: space.shorten(masker.value(output), nothing),
    error: error && { ...(masker.value(error) as BlockError) },
    ...(warnings ? { warnings: warnings.map((text) => masker.text(text)) } : {}),
    ...(error !== null && wentOn ? { unchecked: true } : {}),
    children: [],
  };
}

function statusOf(error: BlockError | null, wentOn: boolean): TraceSpan['status'] {
  if (error === null) return 'success';
  if (error.code === 'CANCELLED') return 'cancelled';
  return wentOn ? 'warning' : 'error';
}

/**
 * Returns a masked output as its span holds it; the complete values of shortened ones go to `files`.
 * `refusals`: the reasons why values are not stored.
 */
export function keepWhole(
  block: { name: string },
  masked: unknown,
  files?: RunFiles,
): { output: unknown; refusals: string[] } {
  const refusals: string[] = [];
  const output = shortenOutput(masked, (member, text, contentType) => {
    const kept = files?.keepText(nameOf(block.name, member, contentType), text, contentType);
    if (kept?.refusal) refusals.push(kept.refusal);
    return kept?.id ?? null;
  });
  return { output, refusals };
}

/** Stores values of iterations without a warning for each one that is not stored: only some can be. */
const keepNested =
  (block: { name: string }, files: RunFiles | undefined): KeepWhole =>
  (member, text, contentType) =>
    files?.keepText(nameOf(block.name, member, contentType), text, contentType).id ?? null;

function nameOf(block: string, member: string, contentType: string): string {
  const end = contentType === 'application/json' ? 'json' : 'txt';
  return [block, member, end].filter((part) => part !== '').join('.');
}

/** `branch`: the result of `portAfter`. */
export function endOf(block: CompiledBlock, { result, input }: BlockRun, branch: string | null): SpanEnd {
  return {
    status: result.ok ? 'success' : branch !== null && branch !== block.errorPort ? 'warning' : 'error',
    input,
    output: result.output,
    error: result.ok ? null : result.error,
    attempts: result.attempts,
    redirects: result.redirects,
    assertions: result.assertions,
    warnings: block.warnings.length === 0 ? result.warnings : [...block.warnings, ...(result.warnings ?? [])],
  };
}
