import { isJsonObject } from '../../platform/text/exact-number';
import { MAX_JSON_DEPTH } from '../../platform/text/json-depth';
import type { BlockDefinition } from '../blocks/block';
import type { Finding } from './finding';

const MIB = 1024 * 1024;

/**
 * The most characters typed into one field, all of its texts and names together. Values of references
 * have budgets of their own.
 */
export const MAX_FIELD_CHARACTERS = MIB;
/** The most members and items in all fields of a block: each is examined, known or not. */
export const MAX_CONFIG_VALUES = 50_000;

type Excess = 'characters' | 'values' | 'levels';

/** The limit that a config exceeds, and the field where the count went over. */
export interface ConfigExcess {
  field: string;
  finding: Finding;
}

/**
 * Returns null for a config within the limits. Counted as authored, before a schema reads it, and no
 * further than the limits; a block is read in one go, so that no slice could interrupt it.
 */
export function configExcess(
  { fields }: Pick<BlockDefinition, 'fields'>,
  config: Readonly<Record<string, unknown>>,
): ConfigExcess | null {
  const count = new ConfigCount();
  for (const field in config) {
    const excess = count.field(config[field]);
    if (excess === null) continue;
    const label = fields.find(({ name }) => name === field)?.label ?? 'A setting';
    const message = `${label} ${WORDS[excess]}`;
    return { field, finding: { code: 'FIELD_TOO_LARGE', message, severity: 'error', refuses: true } };
  }
  return null;
}

class ConfigCount {
  #values = 0;
  #characters = 0;

  field(value: unknown): Excess | null {
    this.#characters = 0;
    return this.#count(value, 0);
  }

  #count(value: unknown, depth: number): Excess | null {
    this.#values += 1;
    if (this.#values > MAX_CONFIG_VALUES) return 'values';
    if (typeof value === 'string') return this.#text(value);
    if (Array.isArray(value)) return this.#list(value, depth);
    return isJsonObject(value) ? this.#object(value, depth) : null;
  }

  #text({ length }: string): Excess | null {
    this.#characters += length;
    return this.#characters > MAX_FIELD_CHARACTERS ? 'characters' : null;
  }

  #list(list: readonly unknown[], depth: number): Excess | null {
    if (depth === MAX_JSON_DEPTH) return 'levels';
    for (const item of list) {
      const excess = this.#count(item, depth + 1);
      if (excess !== null) return excess;
    }
    return null;
  }

  #object(object: Readonly<Record<string, unknown>>, depth: number): Excess | null {
    if (depth === MAX_JSON_DEPTH) return 'levels';
    for (const name in object) {
      const excess = this.#text(name) ?? this.#count(object[name], depth + 1);
      if (excess !== null) return excess;
    }
    return null;
  }
}

const WORDS: Readonly<Record<Excess, string>> = {
  characters:
    'holds more than 1 MB of text, which is the most that can be typed into a field. ' +
    'Shorten it, or let a block before fetch it.',
  values:
    'holds more names and values than the settings of a block may have, which is 50,000. ' +
    'Remove some, or give JSON as text.',
  levels: `is nested more than ${MAX_JSON_DEPTH} levels deep. Make it flatter.`,
};
