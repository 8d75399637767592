import { MISSING, type ReferenceScope, readReference } from './read-path';
import { readVariable } from './read-variable';
import { jsonOf } from './resolve-text';
import type { Template } from './template';

/** Source code whose references became variables: a value can't be read as code. */
export interface BoundCode {
  code: string;
  bindings: Record<string, unknown>;
}

/** Missing binds null; each reference gets a variable of its own, `$ref0`, `$ref1` … */
export function resolveBindings(template: Template, scope: ReferenceScope): BoundCode {
  const bindings: Record<string, unknown> = {};
  let code = '';
  let count = 0;
  const bind = (value: unknown) => {
    while (template.source.includes(`$ref${count}`)) count += 1;
    const name = `$ref${count}`;
    count += 1;
    bindings[name] = value;
    code += name;
  };
  for (const part of template.parts) {
    if (typeof part === 'string') {
      code += part;
    } else if (part.kind === 'variable') {
      const { before, value } = readVariable(part, scope);
      code += before;
      if (value !== null) bind(value);
    } else {
      const value = readReference(part.reference, scope);
      if (part.reference.modifier === 'json') bind(jsonOf(value));
      else bind(value === MISSING ? null : value);
    }
  }
  return { code, bindings };
}
