import type { MissingValue, MissingValueCode } from '../../platform/sandbox/contract';
import type { Reference } from './grammar';
import { MISSING, outOfScope, type ReferenceScope, readReference } from './read-path';
import { readVariable } from './read-variable';
import { CHARACTERS_A_VALUE } from './reference-budget';
import { ResolveError } from './resolve-error';
import { jsonOf } from './resolve-text';
import { backslashes, type Template } from './template';

/** Source code whose references became variables: a value can't be read as code. */
export interface BoundCode {
  code: string;
  bindings: Record<string, unknown>;
  /** Variables that code must not read, with the reason. Absent if there are none. */
  missing?: Record<string, MissingValue>;
}

/** Bound code as its author wrote it, with the values by their references. */
export interface WrittenCode {
  code: string;
  values: Record<string, unknown>;
}

const written = new WeakMap<BoundCode, { source: string; texts: ReadonlyMap<string, string> }>();

/** Returns code for readers of a log, who don't know the variables; what is no bound code stays. */
export function asWritten(bound: unknown): unknown {
  const known = written.get(bound as BoundCode);
  if (known === undefined) return bound;
  const entries = Object.entries((bound as BoundCode).bindings);
  const values = Object.fromEntries(entries.map(([name, value]) => [known.texts.get(name), value]));
  return { code: known.source, values } satisfies WrittenCode;
}

/**
 * Gives each reference a variable of its own, `$ref0`, `$ref1` …; missing values bind null. A reference
 * that leads nowhere fails nothing yet: it may stand in a comment, or in a branch that is not taken.
 * `isInScope`: true if the block with that slug has run for certain.
 */
export function resolveBindings(
  template: Template,
  scope: ReferenceScope,
  isInScope: (slug: string) => boolean = () => true,
): BoundCode {
  const { budget } = scope;
  const bindings: Record<string, unknown> = {};
  const missing: Record<string, MissingValue> = {};
  const texts = new Map<string, string>();
  let code = '';
  const taken = namesTaken(template);
  let count = 0;
  const bind = (value: unknown, { start, end }: { start: number; end: number }) => {
    while (taken?.has(count)) count += 1;
    const name = `$ref${count}`;
    count += 1;
    texts.set(name, template.source.slice(start, end));
    if (value instanceof ResolveError) missing[name] = whyMissing(value);
    else bindings[name] = value;
    code += name;
    budget.charge(CHARACTERS_A_VALUE);
  };
  for (const part of template.parts) {
    if (typeof part === 'string') {
      code += part;
    } else if (part.kind === 'variable') {
      const read = orMissing(() => readVariable(part, scope));
      if (read instanceof ResolveError) {
        code += backslashes(part.slashes, 'ours');
        bind(read, part);
        continue;
      }
      code += read.before;
      if (read.value === null) continue;
      budget.charge(read.value.length);
      bind(read.value, part);
    } else {
      const { reference } = part;
      const value = orMissing(() => readReferenceInScope(reference, scope, isInScope));
      if (value instanceof ResolveError) bind(value, reference);
      else if (reference.modifier === 'json') bind(jsonOf(value, budget), reference);
      else {
        budget.chargeValue(value);
        bind(value === MISSING ? null : value, reference);
      }
    }
  }
  const bound = Object.keys(missing).length === 0 ? { code, bindings } : { code, bindings, missing };
  written.set(bound, { source: template.source, texts });
  return bound;
}

function readReferenceInScope(
  reference: Reference,
  scope: ReferenceScope,
  isInScope: (slug: string) => boolean,
): unknown {
  if (!isInScope(reference.slug)) throw new ResolveError('REF_OUT_OF_SCOPE', outOfScope(reference));
  return readReference(reference, scope);
}

/** Returns the value, or the error if it is missing. @throws ResolveError for any other problem */
function orMissing<Value>(read: () => Value): Value | ResolveError {
  try {
    return read();
  } catch (error) {
    if (error instanceof ResolveError && isMissing(error.code)) return error;
    throw error;
  }
}

const MISSING_CODES: ReadonlySet<string> = new Set<MissingValueCode>([
  'REF_PATH_NOT_FOUND',
  'REF_OUT_OF_SCOPE',
  'VARIABLE_NOT_FOUND',
]);
const isMissing = (code: string): code is MissingValueCode => MISSING_CODES.has(code);

const whyMissing = ({ code, message }: ResolveError): MissingValue => ({
  code: code as MissingValueCode,
  message,
});

const OWN_NAME = /\$ref(\d{1,9})/g;
const ofTemplates = new WeakMap<Template, ReadonlySet<number> | null>();

/** Returns the numbers whose names occur in the text, also as the beginning of others; mostly null. */
function namesTaken(template: Template): ReadonlySet<number> | null {
  const known = ofTemplates.get(template);
  if (known !== undefined) return known;
  const { source } = template;
  const taken = source.includes('$ref') ? new Set<number>() : null;
  if (taken !== null)
    for (const [, digits = ''] of source.matchAll(OWN_NAME))
      for (let length = 1; length <= digits.length; length += 1) taken.add(Number(digits.slice(0, length)));
  ofTemplates.set(template, taken);
  return taken;
}
