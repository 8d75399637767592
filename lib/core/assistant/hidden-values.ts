import { createLiteralSearch, SHORTEST_LITERAL } from '../engine/literal-search';
import { secretForms } from '../engine/secret-forms';
import { isLiteral, isSensitiveName, mapCredentials, secretsOf } from '../references/credentials';
import { knownHeads } from '../references/find-references';
import { slugOf } from '../references/slug';
import type { KnownHead } from '../references/template';
import type { Block, WorkflowDocument } from '../workflow/schema';
import { hideSecretLooking } from './secret-looking';

/** Shorter typed credentials are hidden only in their own field, as in the masking of runs. */
const SHORTEST_SOUGHT = 8;
/** Headers that only describe the request; the values of all others are hidden. */
const HARMLESS_HEADER =
  /^(?:accept(?:-[a-z]+)?|cache-control|content-[a-z]+|if-(?:none-)?match|prefer|user-agent)$/i;

export interface HiddenOptions {
  document: WorkflowDocument;
  /** Values of the workspace's secrets. */
  secrets: readonly string[];
  /** Letters that tell the marks of this request from any other text. */
  nonce: string;
}

/**
 * Replaces secrets by marks before a model sees them. A mark stands for its value only in the setting
 * where it stood, so that no answer can move a secret to where it would be sent to another party.
 */
export class HiddenValues {
  readonly #nonce: string;
  readonly #document: WorkflowDocument;
  readonly #isKnownHead: KnownHead;
  readonly #markOf = new Map<string, string>();
  readonly #valueOf = new Map<string, string>();
  readonly #whole: ReadonlySet<string>;
  readonly #search: ReturnType<typeof createLiteralSearch>;
  readonly #mark: RegExp;

  constructor({ document, secrets, nonce }: HiddenOptions) {
    this.#nonce = nonce;
    this.#document = document;
    this.#mark = new RegExp(`\\[\\[hidden-${nonce}-[0-9]{1,9}\\]\\]`, 'g');
    this.#isKnownHead = knownHeads(Object.values(document.blocks).map(({ name }) => slugOf(name)));
    this.#whole = new Set([...secrets, ...this.#typedCredentials()].filter((value) => value.trim() !== ''));
    const marks = new Map<string, string>();
    for (const value of this.#whole)
      if (value.length >= SHORTEST_LITERAL)
        for (const form of secretForms(value)) if (!marks.has(form)) marks.set(form, this.#hide(form));
    this.#search = createLiteralSearch(marks);
  }

  /** Returns a text without secrets. */
  text(text: string): string {
    if (this.#whole.has(text)) return this.#hide(text);
    return hideSecretLooking(this.#search.replace(text), (secret) => this.#hide(secret));
  }

  /** Hides the secrets in every text of a value, including the names of members. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (typeof value !== 'object' || value === null) return this.#number(value);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [this.text(key), this.value(item)]));
  }

  /** Returns a block's setting as the model sees it. */
  setting(field: string, value: unknown): unknown {
    const hide = (text: string): string => this.#hide(text);
    const shown = mapCredentials({ [field]: value }, this.#isKnownHead, hide) as Record<string, unknown>;
    return this.value(hideRows(shown, this.#isKnownHead, hide)[field]);
  }

  /**
   * Replaces the marks in a setting that a model proposes by the values that stood in that setting.
   * @returns null if it contains a mark that stood elsewhere
   */
  restore(block: Block | undefined, field: string, wanted: unknown): { value: unknown } | null {
    const shown = JSON.stringify(this.setting(field, block?.config[field]) ?? null);
    const stood = new Set(shown.match(this.#mark));
    let isMoved = false;
    const fill = (text: string): string =>
      text.replace(this.#mark, (mark) => {
        const value = stood.has(mark) ? this.#valueOf.get(mark) : undefined;
        isMoved ||= value === undefined;
        return value ?? mark;
      });
    const value = mapTexts(wanted, fill);
    return isMoved ? null : { value };
  }

  #hide(text: string): string {
    // Text that already contains a mark stays as it is.
    if (text.includes(`[[hidden-${this.#nonce}-`)) return text;
    const known = this.#markOf.get(text);
    if (known !== undefined) return known;
    const mark = `[[hidden-${this.#nonce}-${this.#markOf.size + 1}]]`;
    this.#markOf.set(text, mark);
    this.#valueOf.set(mark, text);
    return mark;
  }

  #number(value: unknown): unknown {
    if (typeof value !== 'number') return value;
    const shown = this.text(String(value));
    return shown === String(value) ? value : shown;
  }

  #typedCredentials(): Set<string> {
    const found = new Set<string>();
    const collect = (text: string): string => {
      for (const secret of secretsOf(text)) if (secret.length >= SHORTEST_SOUGHT) found.add(secret);
      return text;
    };
    // Words of a header that is no credential may occur anywhere, so only values with a digit are
    // collected.
    const collectRow = (text: string): string => (/\d/.test(text) ? collect(text) : text);
    for (const { config } of Object.values(this.#document.blocks)) {
      mapCredentials(config, this.#isKnownHead, collect);
      hideRows(config, this.#isKnownHead, collectRow);
    }
    return found;
  }
}

type Members = Record<string, unknown>;

/**
 * Applies `hide` to the literal value of every header that isn't known to be harmless, and of everything
 * that has the name of a credential.
 */
function hideRows(config: Members, isKnownHead: KnownHead, hide: (text: string) => string): Members {
  const visit = (value: unknown, isHeaders: boolean): unknown => {
    if (Array.isArray(value))
      return value.map((item) => visit(isHeaders ? header(item) : named(item), false));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, visit(item, /headers$/i.test(key))]),
    );
  };
  const hidden = (text: unknown): unknown =>
    typeof text === 'string' && isLiteral(text, isKnownHead) ? hide(text) : text;
  const header = (item: unknown): unknown => {
    const { key, value, written: _, ...rest } = Object(item) as Members;
    if (typeof key !== 'string' || HARMLESS_HEADER.test(key.trim())) return item;
    return { ...rest, key, value: hidden(value) };
  };
  const named = (item: unknown): unknown => {
    const { name, value, default: preset } = Object(item) as Members;
    if (typeof name !== 'string' || !isSensitiveName(name)) return item;
    return {
      ...(item as Members),
      ...(value === undefined ? {} : { value: hidden(value) }),
      ...(preset === undefined ? {} : { default: hidden(preset) }),
    };
  };
  return visit(config, false) as Members;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [change(key), mapTexts(item, change)]),
  );
}
