import type { ResponseOutputs } from '@/lib/core/blocks/capabilities';
import { sameJson } from '@/lib/core/workflow/same-json';
import type { SentBlock } from '@/lib/services/runs/schema';
import { type DiffLine, diffLines } from '../../page/line-diff';
import { type ReadResponse, type ResponseBody, rawText, readResponse } from '../response/read-response';

/** The differences between two responses of a block. */
export interface ResponseChanges {
  status: { before: number | null; after: number | null } | null;
  headers: { before: HeaderMap; after: HeaderMap };
  body:
    | { kind: 'same' }
    | { kind: 'json'; before: unknown; after: unknown }
    | { kind: 'lines'; lines: ShownLine[] }
    /** Bytes, files, or one of them compared to a text. */
    | { kind: 'other' };
}

type HeaderMap = Record<string, string | string[]>;
/** A line of the diff, or `count` equal lines that are left out. */
export type ShownLine = DiffLine | { kind: 'left-out'; count: number };

const CONTEXT_LINES = 3;
const MOST_LINES = 1_000;

export function responseChanges(
  before: SentBlock,
  after: SentBlock,
  outputs: ResponseOutputs | undefined,
): ResponseChanges {
  const [was, is] = [readResponse(before, outputs), readResponse(after, outputs)];
  return {
    status: was.status === is.status ? null : { before: was.status, after: is.status },
    headers: { before: headerMap(was), after: headerMap(is) },
    body: bodyChanges(was.body, is.body),
  };
}

function headerMap({ headers }: ReadResponse): HeaderMap {
  const map: HeaderMap = {};
  for (const { name, value } of headers) {
    const known = map[name];
    map[name] = known === undefined ? value : [...(Array.isArray(known) ? known : [known]), value];
  }
  return map;
}

function bodyChanges(before: ResponseBody, after: ResponseBody): ResponseChanges['body'] {
  if (sameJson(before, after)) return { kind: 'same' };
  if (before.kind === 'json' && after.kind === 'json')
    return { kind: 'json', before: before.value, after: after.value };
  const [was, is] = [bodyText(before), bodyText(after)];
  if (was === null || is === null) return { kind: 'other' };
  return { kind: 'lines', lines: leaveOutSame(diffLines(was, is)) };
}

/** Returns null for a body that isn't text. */
function bodyText(body: ResponseBody): string | null {
  if (body.kind === 'empty') return '';
  return body.kind === 'text' || body.kind === 'json' ? rawText(body) : null;
}

/** Reduces long equal parts to the lines next to a difference. */
export function leaveOutSame(lines: readonly DiffLine[]): ShownLine[] {
  const isNear = nearChanges(lines);
  const shown: ShownLine[] = [];
  for (const [index, line] of lines.entries()) {
    const last = shown.at(-1);
    if (isNear[index] && shown.length < MOST_LINES) shown.push(line);
    else if (last?.kind === 'left-out') last.count += 1;
    else shown.push({ kind: 'left-out', count: 1 });
  }
  return shown;
}

function nearChanges(lines: readonly DiffLine[]): boolean[] {
  const near = lines.map(() => false);
  for (const [index, { kind }] of lines.entries()) {
    if (kind === 'same') continue;
    const end = Math.min(index + CONTEXT_LINES, lines.length - 1);
    for (let at = Math.max(0, index - CONTEXT_LINES); at <= end; at += 1) near[at] = true;
  }
  return near;
}
