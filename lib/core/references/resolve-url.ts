import { explainBadUrl, nameOf } from '../../platform/text/explain-bad-url';
import { encodeTyped } from '../../platform/text/typed-url';
import type { ReferenceScope } from './read-path';
import { readVariable } from './read-variable';
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

/**
 * Builds a URL in which a value can't add a host, path segment or parameter of its own. A `\` counts as
 * `/`, as in every client.
 */
class UrlBuilder {
  text = '';
  #place: Place = 'start';
  #segmentStart = 0;
  /** A value is part of the current path segment. */
  #segmentFilled = false;

  /** Typed text, of which line breaks and tabs are nothing, as in every browser. */
  addLiteral(literal: string): void {
    let typed = literal.replace(/[\t\n\r]/g, '');
    if (this.#place === 'start') {
      const text = this.text + typed;
      const scheme = SCHEME.exec(text)?.[0];
      this.text = scheme ?? text;
      if (scheme === undefined) {
        if (text.length >= LONGEST_SCHEME) throw notWhole(text);
        return;
      }
      this.#place = 'authority';
      typed = text.slice(scheme.length);
    }
    assertNoReference(typed);
    for (let index = 0; index < typed.length; index += 1) {
      this.#pass(typed[index] as string, this.text.length);
      const { place } = this;
      this.text += place === 'path' || place === 'query' ? encodeTyped(typed, index, place) : typed[index];
    }
  }

  get place(): Place {
    return this.#place;
  }

  /** `source`: how it is written in the template, for messages. */
  addValue(value: string, source: string, raw: boolean): void {
    if (this.text === '') {
      if (value === '') throw invalid(`The URL is empty: ${source} has no value.`);
      const url = encodeAsBrowser(value);
      if (hasControl(url) || !isHttpUrl(url)) {
        throw invalid(`${source} must give a whole URL that starts with http:// or https://.`);
      }
      this.addLiteral(url);
    } else if (this.#place === 'start' || this.#place === 'authority') {
      if (!HOST_TEXT.test(value)) {
        throw invalid(`${source} may only hold letters, digits, "." and "-" in a host.`);
      }
      this.text += value;
    } else if (this.#place === 'path') {
      this.#segmentFilled = true;
      this.text += encodeSegmentText(value, source);
    } else {
      this.text += raw ? rawText(value, source) : encodeUrlText(value);
    }
  }

  finish(): string {
    this.#endSegment(this.text.length);
    return this.text;
  }

  #pass(char: string, index: number): void {
    if (this.#place === 'authority' || this.#place === 'path') {
      if (char === '/' || char === '\\') {
        this.#endSegment(index);
        this.#place = 'path';
        this.#segmentStart = index + 1;
        this.#segmentFilled = false;
      } else if (char === '?' || char === '#') {
        this.#endSegment(index);
        this.#place = char === '?' ? 'query' : 'fragment';
      }
    } else if (this.#place === 'query' && char === '#') {
      this.#place = 'fragment';
    }
  }

  #endSegment(end: number): void {
    if (this.#place !== 'path' || !this.#segmentFilled) return;
    const segment = this.text.slice(this.#segmentStart, end);
    if (isDotSegment(segment)) throw dotSegmentError(segment);
  }
}

function invalid(message: string): ResolveError {
  return new ResolveError('URL_INVALID', message);
}

/** Says which name is unknown, if that is why a text is no URL, or else what is wrong with it. */
function notWhole(text: string): ResolveError {
  const variable = /\{\{[^{}]*\}\}/.exec(text);
  if (variable) return invalid(`There is no variable ${variable[0]}.`);
  const reference = /<[^<>]*>/.exec(text);
  if (reference) return invalid(`${reference[0]} is not a field of a block in this workflow.`);
  const problem = explainBadUrl(text);
  if (SCHEME.test(text) && problem !== null) return invalid(problem);
  return invalid('Enter a whole URL that starts with http:// or https://.');
}

/** `<api.data>` and `{{name}}` that name nothing are no text of a URL: nobody wants them sent. */
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

/** An absolute http(s) URL. */
export function resolveUrl(template: Template, scope: ReferenceScope): string {
  const builder = new UrlBuilder();
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
  if (value !== null) builder.addValue(value, `{{${part.name}}}`, false);
}
