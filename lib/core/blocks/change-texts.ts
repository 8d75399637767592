import type { Field } from './field';
import { type TextPlace, textPlace } from './whole-outputs-at';

/** `field`: undefined for a setting that the block's definition doesn't know. */
export type ChangeText = (text: string, place: TextPlace, field: Field | undefined) => string;

/**
 * Changes the texts of a config that may contain references: of one field (`only`), or of all. Returns the
 * same object when none is changed.
 */
export function changeConfigTexts(
  config: Readonly<Record<string, unknown>>,
  fields: readonly Field[],
  change: ChangeText,
  only?: string,
): Record<string, unknown> {
  const byName = new Map(fields.map((field) => [field.name, field]));
  let changed = false;
  const next = Object.fromEntries(
    Object.entries(config).map(([key, value]) => {
      const field = byName.get(key);
      const context = field?.references;
      if (context === 'none' || (only !== undefined && only !== key)) return [key, value];
      const mapped = mapStrings(value, (text, owner, member) =>
        change(text, textPlace(context, owner, member), field),
      );
      changed ||= mapped !== value;
      return [key, mapped];
    }),
  );
  return changed ? next : config;
}

/** `change` also gets the object that holds the text, and its key. */
type ChangeString = (text: string, owner?: unknown, key?: string) => string;

function mapStrings(value: unknown, change: ChangeString, owner?: unknown, key?: string): unknown {
  if (typeof value === 'string') return change(value, owner, key);
  if (Array.isArray(value)) {
    const items = value.map((item) => mapStrings(item, change, value));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).map(
    ([name, item]) => [name, mapStrings(item, change, value, name)] as const,
  );
  const record = value as Record<string, unknown>;
  return entries.some(([name, item]) => item !== record[name]) ? Object.fromEntries(entries) : value;
}
