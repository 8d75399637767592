import { explainBadUrl, nameOf } from '../../platform/text/explain-bad-url';
import { encodeTyped } from '../../platform/text/typed-url';
import type { ReferenceScope } from './read-path';
import { readVariable } from './read-variable';
import { CHARACTERS_A_VALUE, type ReferenceBudget } from './reference-budget';
import { ResolveError } from './resolve-error';
import { referenceText } from './resolve-text';
import type { Template, TemplatePart } from './template';
import {
  controlIn,
  dotSegmentError,
  encodeAsBrowser,
  encodeSegmentText,
  encodeUrlText,
  hasControl,
  isDotSegment,
  isHttpUrl,
} from './url-text';

type Place = 'start' | 'authority' | 'path' | 'query' | 'fragment';

const HOST_TEXT = /^[A-Za-z0-9.-]*$/;
const SCHEME = /^https?:\/\//i;
const LONGEST_SCHEME = 'https://'.length;

/** The longest segment that means another place: `%2e%2e`. */
const LONGEST_DOT_SEGMENT = 6;

/**
 * Builds a URL in which a value can't add a host, path segment or parameter of its own. A `\` counts as
 * `/`, as in every client. The text so far is never read again: V8 joins a concatenated text when it is
 * read, and would join all of it again for each reference.
 */
class UrlBuilder {
  #text = '';
  #place: Place = 'start';
  /** The current path segment while it may be a dot segment; null once it is too long for that. */
  #segment: string | null = '';
  /** True if a value is part of the current path segment. */
  #segmentFilled = false;

  constructor(readonly budget: ReferenceBudget) {}

  /** Adds typed text, in which line breaks and tabs are ignored, as in every browser. */
  addLiteral(literal: string): void {
    this.budget.charge(literal.length);
    const typed = literal.replace(/[\t\n\r]/g, '');
    if (this.#place !== 'start') this.#append(typed);
    else this.#begin(this.#text + typed);
  }

  /** `source`: the value as written in the template, for messages. */
  addValue(value: string, source: string, raw: boolean): void {
    if (this.#text === '') {
      if (value === '') throw invalid(`The URL is empty: ${source} has no value.`);
      const url = encodeAsBrowser(value);
      if (hasControl(url) || !isHttpUrl(url)) {
        throw invalid(`${source} must give a whole URL that starts with http:// or https://.`);
      }
      this.#begin(this.#charged(url, value));
    } else if (this.#place === 'start' || this.#place === 'authority') {
      if (!HOST_TEXT.test(value)) {
        throw invalid(`${source} may only hold letters, digits, "." and "-" in a host.`);
      }
      this.#text += value;
    } else if (this.#place === 'path') {
      this.#segmentFilled = true;
      this.#addToSegment(this.#charged(encodeSegmentText(value, source), value));
    } else {
      this.#text += raw ? rawText(value, source) : this.#charged(encodeUrlText(value), value);
    }
  }

  finish(): string {
    this.#endSegment();
    return this.#text;
  }

  /** Reads all of the text up to now, which is short: no scheme has been found in it yet. */
  #begin(text: string): void {
    this.#text = '';
    const scheme = SCHEME.exec(text);
    if (scheme === null) {
      if (text.length >= LONGEST_SCHEME) throw notWhole(text);
      this.#text = text;
      return;
    }
    this.#text = scheme[0];
    this.#place = 'authority';
    this.#append(text.slice(scheme[0].length));
  }

  #append(typed: string): void {
    assertNoReference(typed);
    let from = 0;
    for (let index = 0; index < typed.length && this.#place !== 'fragment'; index += 1) {
      const char = typed[index] as string;
      if (!this.#isBorder(char)) continue;
      this.#addToSegment(this.#encoded(typed.slice(from, index)));
      this.#pass(char);
      this.#text += char;
      from = index + 1;
    }
    this.#addToSegment(this.#encoded(typed.slice(from)));
  }

  /** Encodes the text between two borders; no escape crosses a border, so each can be encoded alone. */
  #encoded(typed: string): string {
    const place = this.#place;
    return place === 'path' || place === 'query' ? this.#charged(encodeTyped(typed, place), typed) : typed;
  }

  #isBorder(char: string): boolean {
    if (char === '#') return true;
    return this.#place !== 'query' && (char === '/' || char === '\\' || char === '?');
  }

  #pass(border: string): void {
    this.#endSegment();
    this.#segment = '';
    this.#segmentFilled = false;
    this.#place = border === '#' ? 'fragment' : border === '?' ? 'query' : 'path';
  }

  #addToSegment(text: string): void {
    this.#text += text;
    if (this.#place !== 'path' || this.#segment === null) return;
    this.#segment = this.#segment.length + text.length > LONGEST_DOT_SEGMENT ? null : this.#segment + text;
  }

  /** Charges the encoding of a value; the value itself is charged already. */
  #charged(encoded: string, value: string): string {
    this.budget.charge(encoded.length - value.length);
    return encoded;
  }

  #endSegment(): void {
    if (this.#place !== 'path' || !this.#segmentFilled || this.#segment === null) return;
    if (isDotSegment(this.#segment)) throw dotSegmentError(this.#segment);
  }
}

function invalid(message: string): ResolveError {
  return new ResolveError('URL_INVALID', message);
}

/** Returns the error for a text that is no URL; it names an unknown variable or reference as the reason. */
function notWhole(text: string): ResolveError {
  const variable = /\{\{[^{}]*\}\}/.exec(text);
  if (variable) return invalid(`There is no variable ${variable[0]}.`);
  const reference = /<[^<>]*>/.exec(text);
  if (reference) return invalid(`${reference[0]} is not a field of a block in this workflow.`);
  const problem = explainBadUrl(text);
  if (SCHEME.test(text) && problem !== null) return invalid(problem);
  return invalid('Enter a whole URL that starts with http:// or https://.');
}

/** Rejects `<api.data>` and `{{name}}` that name nothing, because nobody wants them sent in a URL. */
function assertNoReference(typed: string): void {
  const [found] = /<[A-Za-z_][\w-]*[.[][^<>]*>|\{\{[A-Za-z_]\w*\}\}/.exec(typed) ?? [];
  if (found !== undefined) throw notWhole(found);
}

function rawText(value: string, source: string): string {
  if (/[<> ]/.test(value) || hasControl(value)) {
    throw invalid(`${source} holds characters that a URL can't; leave out ":raw".`);
  }
  return value;
}

/** Resolves a template to an absolute http(s) URL. */
export function resolveUrl(template: Template, scope: ReferenceScope): string {
  const builder = new UrlBuilder(scope.budget);
  const last = template.parts.length - 1;
  for (const [index, part] of template.parts.entries()) {
    if (typeof part !== 'string') {
      addPart(builder, part, scope);
      continue;
    }
    const start = index === 0 ? part.trimStart() : part;
    builder.addLiteral(index === last ? start.trimEnd() : start);
  }
  const url = builder.finish();
  if (url === '') throw invalid('Enter a URL.');
  const control = controlIn(url);
  if (control !== null) throw invalid(`The URL holds ${nameOf(control)}. Remove it.`);
  if (!isHttpUrl(url) || explainBadUrl(url) !== null) throw notWhole(url);
  return url;
}

function addPart(builder: UrlBuilder, part: Exclude<TemplatePart, string>, scope: ReferenceScope): void {
  if (part.kind === 'reference') {
    const { head, path, modifier } = part.reference;
    const source = path.length > 1 ? `<${head}.${path[0]}…>` : `<${head}.${path[0]}>`;
    builder.addValue(referenceText(part, scope), source, modifier === 'raw');
    return;
  }
  const { before, value } = readVariable(part, scope);
  if (before !== '') builder.addLiteral(before);
  if (value === null) return;
  scope.budget.charge(CHARACTERS_A_VALUE + value.length);
  builder.addValue(value, `{{${part.name}}}`, false);
}
