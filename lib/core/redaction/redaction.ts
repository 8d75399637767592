import { isCommonWord } from '../../platform/text/common-words';
import { ExactNumber, isJsonObject } from '../../platform/text/exact-number';
import type { Secret } from '../blocks/secret';
import type { RuleStep } from '../references/rule-path';
import { redactJsonText, redactPairs } from './redacted-text';
import { keysAt, nameForm, type PreparedRules, REDACTED } from './rules';

/** The most objects and lists of one value that are searched for names, or for the end of a path. */
const MOST_SEARCHED = 500_000;
/** The most values of a run that are also redacted where they were copied to, and their characters in all. */
const MOST_FOUND = 200;
const MOST_FOUND_CHARACTERS = 64 * 1024;
/** Shorter ones occur by chance. */
const SHORTEST_TEXT = 6;
const SHORTEST_NUMBER = 6;
const MAX_DEPTH = 1_000;
/** JSON in a text of JSON in a text … */
const MAX_TEXTS_IN_TEXTS = 4;
const MOST_KNOWN_NAMES = 10_000;

/**
 * The redaction of one run. A value at the place of a rule is replaced where it stands, and where the same
 * object is used again; its texts and long numbers are found wherever they were copied to, like secrets.
 */
export class Redaction {
  readonly #rules: PreparedRules;
  /** Members that rules by path hide, by the object or list they are in. */
  readonly #hidden = new WeakMap<object, Set<string>>();
  readonly #found = new Map<string, Secret>();
  #characters = 0;
  readonly #knownNames = new Map<string, boolean>();

  constructor(rules: PreparedRules) {
    this.#rules = rules;
  }

  /** The values that were found, to be masked inside other texts. It only grows. */
  get found(): ReadonlyMap<string, Secret> {
    return this.#found;
  }

  /** Adds values that another run has found. */
  add(secrets: readonly Secret[]): void {
    for (const secret of secrets) this.#found.set(secret.value, secret);
  }

  /** Finds the values of rules in a value. `head`: the block it is the output of, or `input`; null: any other. */
  search(head: string | null, value: unknown): void {
    if (this.#rules.names.size > 0) this.#searchNames(value);
    if (head === null) return;
    const paths = this.#rules.paths.get(head) ?? [];
    if (paths.length === 0) return;
    const room = { left: MOST_SEARCHED };
    for (const steps of paths) this.#follow(value, steps, 0, room);
  }

  /** Redacts a value; returns the same object if there is nothing to redact. */
  value(value: unknown): unknown {
    return this.#redacted(value, 0, 0);
  }

  /** Redacts members in a text that is JSON, a query or a form. */
  text(text: string): string {
    return this.#text(text, 0);
  }

  #searchNames(value: unknown): void {
    const open: unknown[] = [value];
    for (let seen = 0; open.length > 0 && seen < MOST_SEARCHED; seen += 1) {
      const next = open.pop();
      if (Array.isArray(next)) {
        for (const item of next) if (isOpen(item)) open.push(item);
      } else if (isJsonObject(next)) {
        const row = this.#hidesRow(next);
        for (const [key, item] of Object.entries(next)) {
          if (this.#hidesName(key) || (row && key === 'value')) this.#keep(item);
          else if (isOpen(item)) open.push(item);
        }
      }
    }
  }

  #follow(value: unknown, steps: readonly RuleStep[], at: number, room: { left: number }): void {
    const step = steps[at];
    if (step === undefined || !isOpen(value)) return;
    for (const key of keysAt(value, step)) {
      room.left -= 1;
      if (room.left < 0) return;
      const item = (value as Record<string, unknown>)[key];
      if (at < steps.length - 1) this.#follow(item, steps, at + 1, room);
      else {
        const known = this.#hidden.get(value);
        if (known) known.add(key);
        else this.#hidden.set(value, new Set([key]));
        this.#keep(item);
      }
    }
  }

  /** Notes the texts and numbers of a value that is redacted. */
  #keep(value: unknown): void {
    const open: unknown[] = [value];
    for (let seen = 0; open.length > 0 && seen < MOST_FOUND; seen += 1) {
      const next = open.pop();
      if (isOpen(next)) open.push(...Object.values(next).slice(0, MOST_FOUND));
      else this.#keepLeaf(next);
    }
  }

  #keepLeaf(leaf: unknown): void {
    const isText = typeof leaf === 'string';
    if (!isText && typeof leaf !== 'number' && !(leaf instanceof ExactNumber)) return;
    const value = String(leaf);
    if (value.length < (isText ? SHORTEST_TEXT : SHORTEST_NUMBER) || isCommonWord(value)) return;
    if (this.#found.has(value) || this.#found.size >= MOST_FOUND) return;
    if (this.#characters + value.length > MOST_FOUND_CHARACTERS) return;
    this.#characters += value.length;
    this.#found.set(value, { name: null, value, redacted: true });
  }

  #redacted(value: unknown, depth: number, texts: number): unknown {
    if (typeof value === 'string') return this.#text(value, texts);
    // Whoever masks secrets shows nothing of what lies deeper.
    if (!isOpen(value) || depth > MAX_DEPTH) return value;
    const hidden = this.#hidden.get(value);
    if (Array.isArray(value)) return this.#list(value, hidden, depth, texts);
    const row = this.#hidesRow(value as Record<string, unknown>);
    let changed = false;
    const entries = Object.entries(value);
    for (const entry of entries) {
      const [key, item] = entry;
      const isHidden = hidden?.has(key) || this.#hidesName(key) || (row && key === 'value');
      entry[1] = isHidden ? redactedLeaf(item) : this.#redacted(item, depth + 1, texts);
      changed ||= entry[1] !== item;
    }
    return changed ? Object.fromEntries(entries) : value;
  }

  #list(list: unknown[], hidden: Set<string> | undefined, depth: number, texts: number): unknown {
    let redacted: unknown[] | null = null;
    for (let index = 0; index < list.length; index += 1) {
      const item = hidden?.has(String(index))
        ? redactedLeaf(list[index])
        : this.#redacted(list[index], depth + 1, texts);
      if (item === list[index]) continue;
      redacted ??= [...list];
      redacted[index] = item;
    }
    return redacted ?? list;
  }

  #text(text: string, texts: number): string {
    if (this.#rules.names.size === 0 || texts > MAX_TEXTS_IN_TEXTS) return text;
    const json = redactJsonText(text, (value) => this.#redacted(value, 0, texts + 1));
    return json ?? redactPairs(text, (name) => this.#hidesName(name));
  }

  /** True for a row of a table, such as a header, whose name is one of the names. */
  #hidesRow(object: Record<string, unknown>): boolean {
    if (!Object.hasOwn(object, 'value')) return false;
    const { key, name } = object;
    return (
      (typeof key === 'string' && this.#hidesName(key)) || (typeof name === 'string' && this.#hidesName(name))
    );
  }

  #hidesName(name: string): boolean {
    const known = this.#knownNames.get(name);
    if (known !== undefined) return known;
    const hides = this.#rules.names.has(nameForm(name));
    if (this.#knownNames.size < MOST_KNOWN_NAMES) this.#knownNames.set(name, hides);
    return hides;
  }
}

const isOpen = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber);

/** Nothing is hidden by replacing what is not there. */
const redactedLeaf = (value: unknown): unknown =>
  value === null || value === undefined || value === '' ? value : REDACTED;
