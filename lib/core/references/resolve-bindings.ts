import { MISSING, type ReferenceScope, readReference } from './read-path';
import { readVariable } from './read-variable';
import { CHARACTERS_A_VALUE } from './reference-budget';
import { jsonOf } from './resolve-text';
import type { Template } from './template';

/** Source code whose references became variables: a value can't be read as code. */
export interface BoundCode {
  code: string;
  bindings: Record<string, unknown>;
}

/** Missing binds null; each reference gets a variable of its own, `$ref0`, `$ref1` … */
export function resolveBindings(template: Template, scope: ReferenceScope): BoundCode {
  const { budget } = scope;
  const bindings: Record<string, unknown> = {};
  let code = '';
  const taken = namesTaken(template);
  let count = 0;
  const bind = (value: unknown) => {
    while (taken?.has(count)) count += 1;
    const name = `$ref${count}`;
    count += 1;
    bindings[name] = value;
    code += name;
    budget.charge(CHARACTERS_A_VALUE);
  };
  for (const part of template.parts) {
    if (typeof part === 'string') {
      code += part;
    } else if (part.kind === 'variable') {
      const { before, value } = readVariable(part, scope);
      code += before;
      if (value === null) continue;
      budget.charge(value.length);
      bind(value);
    } else {
      const value = readReference(part.reference, scope);
      if (part.reference.modifier === 'json') bind(jsonOf(value, budget));
      else {
        budget.chargeValue(value);
        bind(value === MISSING ? null : value);
      }
    }
  }
  return { code, bindings };
}

const OWN_NAME = /\$ref(\d{1,9})/g;
const ofTemplates = new WeakMap<Template, ReadonlySet<number> | null>();

/** The numbers whose names stand in the text already, also as the beginning of others; mostly null. */
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
