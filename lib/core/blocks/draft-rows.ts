import type { ReferenceScope } from '../references/read-path';
import { MOST_CHARACTERS } from '../references/reference-budget';
import { resolveBindings } from '../references/resolve-bindings';
import { type Pair, parseRow, type Row } from '../references/resolve-rows';
import { type KnownHead, parseTemplate } from '../references/template';
import { type Draft, firstToFail, type IsInScope } from './draft';
import { draftText, draftValue } from './draft-texts';

type RowResolver = (row: ReturnType<typeof parseRow>, scope: ReferenceScope) => Pair[];

/** Drafts rows for the request line and the headers of a request. */
export const draftLine = (value: unknown, isKnownHead: KnownHead, resolveRow: RowResolver): Draft => ({
  ...draftRows(value, isKnownHead, resolveRow),
  most: MOST_CHARACTERS.line,
});

export function draftRows(value: unknown, isKnownHead: KnownHead, resolveRow: RowResolver): Draft {
  const rows = sentRows(value as readonly Row[]).map(({ row, place }) => ({
    ...parseRow(row, isKnownHead),
    place,
  }));
  return {
    resolve: (scope) => rows.flatMap((row) => resolveRow(row, scope)),
    templates: rows.flatMap((row) => [row.key, row.value]),
    places: rows.flatMap(({ place }) => [`${place}.key`, `${place}.value`]),
    faultyPart: (scope) => firstToFail(rows, (row) => resolveRow(row, scope)),
  };
}

/** Returns the rows that are on and have a name, each with its place. */
export const sentRows = <Sent extends Row>(rows: readonly Sent[]): Array<{ row: Sent; place: string }> =>
  rows.flatMap((row, index) =>
    row.enabled === false || row.key.trim() === '' ? [] : [{ row, place: `.${index}` }],
  );

/** Drafts rows of which only `expression` is resolved. */
export function draftBoundRows(value: unknown, isKnownHead: KnownHead, isInScope?: IsInScope): Draft {
  const rows = (value as ReadonlyArray<{ expression: string }>).map((row) => ({
    row,
    template: parseTemplate(row.expression, isKnownHead, 'ours', 'code'),
  }));
  return {
    resolve: (scope) =>
      rows.map(({ row, template }) => ({ ...row, expression: resolveBindings(template, scope, isInScope) })),
    templates: rows.map(({ template }) => template),
    places: rows.map((_, index) => `.${index}.expression`),
    most: MOST_CHARACTERS.code,
  };
}

/** Drafts each row's `value` by its type: text is never read as JSON. */
export function draftValueRows(value: unknown, isKnownHead: KnownHead, label: string): Draft {
  const rows = (value as ReadonlyArray<{ type?: string; value: string }>).map((row, index) => ({
    row,
    place: `.${index}.value`,
    ...(row.type === 'string'
      ? draftText('text', row.value, isKnownHead)
      : draftValue(row.value, isKnownHead, label)),
  }));
  return {
    resolve: (scope) => rows.map(({ row, resolve }) => ({ ...row, value: resolve(scope) })),
    templates: rows.flatMap(({ templates }) => templates),
    places: rows.flatMap(({ templates, place }) => templates.map(() => place)),
    problem: rows.find(({ problem }) => problem)?.problem ?? null,
    problemPlace: rows.find(({ problem }) => problem)?.place ?? '',
    faultyPart: (scope) => firstToFail(rows, ({ resolve }) => resolve(scope)),
    most: MOST_CHARACTERS.value,
  };
}

export function listOf(pair: Pair | null): Pair[] {
  return pair ? [pair] : [];
}
