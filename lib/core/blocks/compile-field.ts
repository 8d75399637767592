import type { ReferenceScope } from '../references/read-path';
import { MOST_CHARACTERS, ReferenceBudget } from '../references/reference-budget';
import { ResolveError } from '../references/resolve-error';
import { resolveHeaderRow, resolvePathRow, resolveQueryRow } from '../references/resolve-rows';
import type { KnownHead, Template } from '../references/template';
import type { Body } from './body';
import { type Draft, firstToFail, type IsInScope } from './draft';
import { draftBody } from './draft-body';
import { draftBoundRows, draftLine, draftValueRows, listOf } from './draft-rows';
import { draftCode, draftJson, draftText, draftValue } from './draft-texts';
import { draftTools } from './draft-tools';
import type { Field, ReferenceContext } from './field';

/** A config field, parsed once. */
export interface CompiledField {
  /** Returns the field's value with references resolved. Throws ResolveError. */
  resolve(scope: ReferenceScope): unknown;
  /** Its texts that may hold references or variables. */
  templates: readonly Template[];
  /** Paths of the templates in the value (`.2.value`, `.apiKey`); absent: the value is the template. */
  places?: readonly string[] | undefined;
  /** The reason why it can never resolve, whatever the values; null if it may. */
  problem: ResolveError | null;
  /** The path of that problem in the value; empty: all of it. */
  problemPlace: string;
  /** True if it resolves to the same frozen value every time. */
  constant: boolean;
}

/** The members of a field that compiling needs. */
type ReferringField = Pick<Field, 'references' | 'urlMembers'> & Partial<Pick<Field, 'label'>>;

type LabelledField = ReferringField & Pick<Field, 'label'>;

/** Returns a scope for fields without references. */
export const emptyScope = (): ReferenceScope => ({
  outputs: new Map(),
  variables: new Map(),
  budget: new ReferenceBudget(),
});

/**
 * Compiles a field. Texts without references are resolved here, once; all others in each run.
 * `isInScope`: code may name blocks that are not in scope, as long as it doesn't read their outputs.
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
  const { templates, places, problem = null, problemPlace = '', most = MOST_CHARACTERS.text } = draft;
  const resolve = (scope: ReferenceScope): unknown => {
    scope.budget.field(label, most);
    return draft.resolve(scope);
  };
  if (templates.some(({ parts }) => parts.some((part) => typeof part !== 'string'))) {
    return { resolve, templates, places, problem, problemPlace, constant: false };
  }
  try {
    const resolved = resolve(emptyScope());
    // A value that was not built here belongs to the document and must not be frozen.
    const constant = templates.length > 0 ? deepFreeze(resolved) : resolved;
    return { resolve: () => constant, templates, places, problem, problemPlace, constant: true };
  } catch (error) {
    if (!(error instanceof ResolveError)) throw error;
    const scope = emptyScope();
    scope.budget.field(label, most);
    const place = draft.faultyPart?.(scope) ?? problemPlace;
    return { resolve, templates, places, problem: error, problemPlace: place, constant: false };
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

/** Drafts the text members. Blank URLs stay blank: the block decides whether one is needed. */
function draftMembers(
  value: Readonly<Record<string, unknown>>,
  urlMembers: ReadonlySet<string>,
  isKnownHead: KnownHead,
): Draft {
  const members = Object.entries(value).map(([name, member]) => {
    const place = `.${name}`;
    if (typeof member !== 'string') return { name, place, resolve: () => member, templates: [] };
    const isUrl = urlMembers.has(name) && member.trim() !== '';
    return { name, place, ...draftText(isUrl ? 'url' : 'text', member, isKnownHead) };
  });
  return {
    resolve: (scope) => Object.fromEntries(members.map(({ name, resolve }) => [name, resolve(scope)])),
    templates: members.flatMap(({ templates }) => templates),
    places: members.flatMap(({ templates, place }) => templates.map(() => place)),
    faultyPart: (scope) => firstToFail(members, ({ resolve }) => resolve(scope)),
  };
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const item of Object.values(value)) deepFreeze(item);
  }
  return value;
}
