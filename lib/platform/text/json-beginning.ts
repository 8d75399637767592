import { jsonLength } from './json-length';
import { writeJson } from './json-text';

/** The maximum length of member names. */
const MAX_NAME = 1_000;

/**
 * Returns the JSON of a value; for one longer than `most` characters, slightly more than `most` of them,
 * and the rest is never serialized. For display only, not for parsing.
 */
export function jsonBeginning(value: unknown, most: number): string {
  if (most <= 0) return '';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, most));
  if (typeof value !== 'object' || value === null || jsonLength(value, most) <= most)
    return writeJson(value) ?? 'null';
  return Array.isArray(value) ? listBeginning(value, most) : objectBeginning(value, most);
}

function listBeginning(list: readonly unknown[], most: number): string {
  let json = '[';
  for (const item of list) {
    json += `${json === '[' ? '' : ','}${jsonBeginning(item ?? null, leftOf(most, json))}`;
    if (json.length > most) return json;
  }
  return `${json}]`;
}

function objectBeginning(object: object, most: number): string {
  let json = '{';
  for (const name in object) {
    const member = (object as Record<string, unknown>)[name];
    if (member === undefined || !Object.hasOwn(object, name)) continue;
    const key = JSON.stringify(name.slice(0, MAX_NAME));
    json += `${json === '{' ? '' : ','}${key}:${jsonBeginning(member, leftOf(most, json))}`;
    if (json.length > most) return json;
  }
  return `${json}}`;
}

const leftOf = (most: number, json: string): number => most - json.length;
