import type { ReferenceScope } from '../references/read-path';
import { MOST_CHARACTERS } from '../references/reference-budget';
import { resolveBindings } from '../references/resolve-bindings';
import { parseJsonTemplate, parseResolved, resolveJson } from '../references/resolve-json';
import { isLoneValue, resolveLone, resolveText, resolveValue } from '../references/resolve-text';
import { resolveUrl } from '../references/resolve-url';
import { type KnownHead, lonePart, parseTemplate } from '../references/template';
import type { Draft, IsInScope } from './draft';

const TEXT_RESOLVERS = {
  text: { resolve: resolveText, most: MOST_CHARACTERS.text, whole: 'none' },
  url: { resolve: resolveUrl, most: MOST_CHARACTERS.line, whole: 'none' },
} as const;

export function draftText(context: keyof typeof TEXT_RESOLVERS, text: string, isKnownHead: KnownHead): Draft {
  const { resolve, most, whole } = TEXT_RESOLVERS[context];
  const template = parseTemplate(text, isKnownHead, 'ours', whole);
  return { resolve: (scope) => resolve(template, scope), templates: [template], most };
}

export function draftCode(text: string, isKnownHead: KnownHead, isInScope?: IsInScope): Draft {
  const template = parseTemplate(text, isKnownHead, 'ours', 'code');
  const resolve = (scope: ReferenceScope) => resolveBindings(template, scope, isInScope);
  return { resolve, templates: [template], most: MOST_CHARACTERS.code };
}

export function draftJson(text: string, isKnownHead: KnownHead, label: string): Draft {
  const template = parseTemplate(text, isKnownHead, 'json', 'json');
  const json = parseJsonTemplate(template, label);
  return {
    resolve: (scope) => (json.blank ? '' : resolveJson(json, scope)),
    templates: [template],
    problem: json.problem,
  };
}

/** Drafts a value: a lone reference keeps its type; JSON text becomes its value; all else is text. */
export function draftValue(text: string, isKnownHead: KnownHead, label: string): Draft {
  const template = parseTemplate(text, isKnownHead, 'ours', 'lone');
  const templates = [template];
  if (isLoneValue(template))
    return { resolve: (scope) => resolveValue(template, scope), templates, most: MOST_CHARACTERS.value };
  if (lonePart(template)) return { resolve: (scope) => resolveLone(template, scope), templates };
  // The two templates treat backslashes differently, and allow whole outputs in different places.
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
