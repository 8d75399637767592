import type { ReferenceScope } from '../references/read-path';
import { MOST_CHARACTERS, ReferenceBudget } from '../references/reference-budget';
import { resolveBindings } from '../references/resolve-bindings';
import { ResolveError } from '../references/resolve-error';
import { parseJsonTemplate, parseResolved, resolveJson } from '../references/resolve-json';
import {
  type Pair,
  parseRow,
  type Row,
  resolveHeaderRow,
  resolvePathRow,
  resolveQueryRow,
} from '../references/resolve-rows';
import { isValueAlone, resolveLone, resolveText, resolveValue, valueText } from '../references/resolve-text';
import { resolveUrl } from '../references/resolve-url';
import { type KnownHead, lonePart, parseTemplate, type Template } from '../references/template';
import type { Body, ResolvedBody } from './body';
import { draftTools } from './draft-tools';
import type { Field, ReferenceContext } from './field';
import { resolvePartRow } from './resolve-parts';
import type { PartRow } from './rows';
import { chargedFile, type SentFile } from './sent-file';

/** A config field, parsed once. */
export interface CompiledField {
  /** The field's value with references resolved. Throws ResolveError. */
  resolve(scope: ReferenceScope): unknown;
  /** The texts in it that may hold references or variables. */
  templates: readonly Template[];
  /** Why it can never resolve, whatever the values; null when it may. */
  problem: ResolveError | null;
  /** Resolves to the same frozen value every time. */
  constant: boolean;
}

/** What compiling needs to know of a field. */
type ReferringField = Pick<Field, 'references' | 'urlMembers'> & Partial<Pick<Field, 'label'>>;

type LabelledField = ReferringField & Pick<Field, 'label'>;

interface Draft {
  resolve(scope: ReferenceScope): unknown;
  templates: readonly Template[];
  problem?: ResolveError | null;
  /** How many characters it may come to; by default those of text. */
  most?: number;
}

/** For what holds no references. */
export const emptyScope = (): ReferenceScope => ({
  outputs: new Map(),
  variables: new Map(),
  budget: new ReferenceBudget(),
});

/** Whether the block with that slug has run for certain. */
type IsInScope = (slug: string) => boolean;

/**
 * Texts without references are resolved here, once; everything else when a run comes by. `isInScope`: code
 * may name blocks for which it is not so, as long as it doesn't read their outputs.
 */
export function compileField(
  field: ReferenceContext | ReferringField,
  value: unknown,
  isKnownHead: KnownHead,
  isInScope?: IsInScope,
): CompiledField {
  const described = typeof field === 'string' ? { references: field } : field;
  const { label = 'The text' } = described;
  const draft = draftField({ ...described, label }, value, isKnownHead, isInScope);
  const { templates, most = MOST_CHARACTERS.text } = draft;
  const resolve = (scope: ReferenceScope): unknown => {
    scope.budget.field(label, most);
    return draft.resolve(scope);
  };
  if (templates.some(({ parts }) => parts.some((part) => typeof part !== 'string'))) {
    return { resolve, templates, problem: draft.problem ?? null, constant: false };
  }
  try {
    const resolved = resolve(emptyScope());
    // What was not built here belongs to the document and stays as it is.
    const constant = templates.length > 0 ? deepFreeze(resolved) : resolved;
    return { resolve: () => constant, templates, problem: draft.problem ?? null, constant: true };
  } catch (error) {
    if (!(error instanceof ResolveError)) throw error;
    return { resolve, templates, problem: error, constant: false };
  }
}

function draftField(
  field: LabelledField,
  value: unknown,
  isKnownHead: KnownHead,
  isInScope?: IsInScope,
): Draft {
  const { references: context, urlMembers = [], label } = field;
  if (context === 'none' || value === undefined || value === null) {
    return { resolve: () => value, templates: [] };
  }
  switch (context) {
    case 'path-rows':
      return draftLine(value, isKnownHead, (row, scope) => listOf(resolvePathRow(row, scope)));
    case 'query-rows':
      return draftLine(value, isKnownHead, resolveQueryRow);
    case 'header-rows':
      return draftLine(value, isKnownHead, (row, scope) => listOf(resolveHeaderRow(row, scope)));
    case 'bindings-rows':
      return draftBoundRows(value, isKnownHead, isInScope);
    case 'bindings':
      return draftCode(String(value), isKnownHead, isInScope);
    case 'value-rows':
      return draftValueRows(value, isKnownHead, label);
    case 'tools':
      return draftTools(value, isKnownHead);
    case 'members':
      return draftMembers(value as Readonly<Record<string, unknown>>, new Set(urlMembers), isKnownHead);
    case 'body':
      return draftBody(value as Body, isKnownHead, label);
    case 'value':
      return typeof value === 'string'
        ? draftValue(value, isKnownHead, label)
        : { resolve: () => value, templates: [] };
    case 'json':
      return draftJson(String(value), isKnownHead, label);
    default:
      return draftText(context, String(value), isKnownHead);
  }
}

const TEXT_RESOLVERS = {
  text: { resolve: resolveText, most: MOST_CHARACTERS.text, whole: 'none' },
  url: { resolve: resolveUrl, most: MOST_CHARACTERS.line, whole: 'none' },
} as const;

function draftText(context: keyof typeof TEXT_RESOLVERS, text: string, isKnownHead: KnownHead): Draft {
  const { resolve, most, whole } = TEXT_RESOLVERS[context];
  const template = parseTemplate(text, isKnownHead, 'ours', whole);
  return { resolve: (scope) => resolve(template, scope), templates: [template], most };
}

function draftCode(text: string, isKnownHead: KnownHead, isInScope?: IsInScope): Draft {
  const template = parseTemplate(text, isKnownHead, 'ours', 'code');
  const resolve = (scope: ReferenceScope) => resolveBindings(template, scope, isInScope);
  return { resolve, templates: [template], most: MOST_CHARACTERS.code };
}

function draftJson(text: string, isKnownHead: KnownHead, label: string): Draft {
  const template = parseTemplate(text, isKnownHead, 'json', 'json');
  const json = parseJsonTemplate(template, label);
  return {
    resolve: (scope) => (json.blank ? '' : resolveJson(json, scope)),
    templates: [template],
    problem: json.problem,
  };
}

/** A lone reference keeps its type; text that is JSON becomes that value; all else is text. */
function draftValue(text: string, isKnownHead: KnownHead, label: string): Draft {
  const template = parseTemplate(text, isKnownHead, 'ours', 'lone');
  const templates = [template];
  if (isValueAlone(template))
    return { resolve: (scope) => resolveValue(template, scope), templates, most: MOST_CHARACTERS.value };
  if (lonePart(template)) return { resolve: (scope) => resolveLone(template, scope), templates };
  // They differ in what becomes of backslashes, and in where whole outputs may stand.
  const asJson = /[\\<]/.test(text) ? parseTemplate(text, isKnownHead, 'json', 'json') : template;
  const json = parseJsonTemplate(asJson, label);
  const { problem } = json;
  if (problem?.code === 'JSON_TOO_DEEP')
    return { resolve: (scope) => resolveJson(json, scope), templates, problem };
  if (json.blank || problem) return { resolve: (scope) => resolveText(template, scope), templates };
  const resolve = (scope: ReferenceScope) => {
    const unknown = template.parts.some(
      (part) => typeof part !== 'string' && part.kind === 'variable' && !scope.variables.has(part.name),
    );
    return unknown ? resolveText(template, scope) : parseResolved(resolveJson(json, scope));
  };
  return { resolve, templates: [asJson] };
}

type RowResolver = (row: ReturnType<typeof parseRow>, scope: ReferenceScope) => Pair[];

/** Rows that go into the first lines of a request. */
const draftLine = (value: unknown, isKnownHead: KnownHead, resolveRow: RowResolver): Draft => ({
  ...draftRows(value, isKnownHead, resolveRow),
  most: MOST_CHARACTERS.line,
});

function draftRows(value: unknown, isKnownHead: KnownHead, resolveRow: RowResolver): Draft {
  const rows = (value as readonly Row[])
    .filter((row) => row.enabled !== false && row.key.trim() !== '')
    .map((row) => parseRow(row, isKnownHead));
  return {
    resolve: (scope) => rows.flatMap((row) => resolveRow(row, scope)),
    templates: rows.flatMap((row) => [row.key, row.value]),
  };
}

/** Rows stay as they are, but for their `expression`. */
function draftBoundRows(value: unknown, isKnownHead: KnownHead, isInScope?: IsInScope): Draft {
  const rows = (value as ReadonlyArray<{ expression: string }>).map((row) => ({
    row,
    template: parseTemplate(row.expression, isKnownHead, 'ours', 'code'),
  }));
  return {
    resolve: (scope) =>
      rows.map(({ row, template }) => ({ ...row, expression: resolveBindings(template, scope, isInScope) })),
    templates: rows.map(({ template }) => template),
    most: MOST_CHARACTERS.code,
  };
}

/** Each row's `value` as its type needs it: what is to be text is never read as JSON. */
function draftValueRows(value: unknown, isKnownHead: KnownHead, label: string): Draft {
  const rows = (value as ReadonlyArray<{ type?: string; value: string }>).map((row) => ({
    row,
    ...(row.type === 'string'
      ? draftText('text', row.value, isKnownHead)
      : draftValue(row.value, isKnownHead, label)),
  }));
  return {
    resolve: (scope) => rows.map(({ row, resolve }) => ({ ...row, value: resolve(scope) })),
    templates: rows.flatMap(({ templates }) => templates),
    problem: rows.find(({ problem }) => problem)?.problem ?? null,
    most: MOST_CHARACTERS.value,
  };
}

function listOf(pair: Pair | null): Pair[] {
  return pair ? [pair] : [];
}

function draftBody(body: Body, isKnownHead: KnownHead, label: string): Draft {
  switch (body.kind) {
    case 'none':
      return { resolve: () => body, templates: [] };
    case 'json': {
      if (body.value.trim() === '') return { resolve: () => ({ kind: 'none' }), templates: [] };
      const json = draftJson(body.value, isKnownHead, label);
      return { ...json, resolve: (scope) => ({ kind: 'json', value: json.resolve(scope) }) };
    }
    case 'raw': {
      const template = parseTemplate(body.value, isKnownHead, 'ours', 'lone');
      const read = isValueAlone(template) ? bytesOrText : resolveLone;
      const resolve = (scope: ReferenceScope) => ({ ...body, value: read(template, scope) });
      return { resolve, templates: [template] };
    }
    case 'graphql': {
      // The query is source code: values reach it through its variables only.
      const variables = draftJson(body.variables.trim() || '{}', isKnownHead, label);
      return { ...variables, resolve: (scope) => ({ ...body, variables: variables.resolve(scope) }) };
    }
    case 'multipart':
      return draftParts(body.rows, isKnownHead);
    case 'form': {
      const rows = draftRows(body.rows, isKnownHead, resolveQueryRow);
      return { ...rows, resolve: (scope) => ({ kind: 'form', rows: rows.resolve(scope) }) };
    }
  }
}

/** A reference alone to bytes sends them; all else is text. */
function bytesOrText(template: Template, scope: ReferenceScope): string | SentFile {
  const value = resolveLone(template, scope);
  return chargedFile(value, scope.budget) ?? valueText(value, scope.budget);
}

function draftParts(rows: readonly PartRow[], isKnownHead: KnownHead): Draft {
  const parts = rows
    .filter((row) => row.enabled !== false && row.key.trim() !== '')
    .map((row) => ({
      ...parseRow(row, isKnownHead),
      filename: parseTemplate(row.filename ?? '', isKnownHead),
      contentType: parseTemplate(row.contentType ?? '', isKnownHead),
    }));
  const resolve = (scope: ReferenceScope): ResolvedBody => {
    return { kind: 'multipart', rows: parts.flatMap((part) => resolvePartRow(part, scope)) };
  };
  const templates = parts.flatMap((part) => [part.key, part.value, part.filename, part.contentType]);
  return { resolve, templates };
}

/** Blank URLs stay blank: whether one is needed is for the block to say. */
function draftMembers(
  value: Readonly<Record<string, unknown>>,
  urlMembers: ReadonlySet<string>,
  isKnownHead: KnownHead,
): Draft {
  const members = Object.entries(value).map(([name, member]) => {
    if (typeof member !== 'string') return { name, resolve: () => member, templates: [] };
    const isUrl = urlMembers.has(name) && member.trim() !== '';
    return { name, ...draftText(isUrl ? 'url' : 'text', member, isKnownHead) };
  });
  return {
    resolve: (scope) => Object.fromEntries(members.map(({ name, resolve }) => [name, resolve(scope)])),
    templates: members.flatMap(({ templates }) => templates),
  };
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) deepFreeze(item);
  }
  return value;
}
