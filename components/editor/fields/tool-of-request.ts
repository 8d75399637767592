import type { ImportedInput, ImportResult } from '@/lib/core/blocks/import-export';
import { stepText } from '@/lib/core/references/path-text';
import { isJsonObject } from '@/lib/platform/text/exact-number';
import { fieldText } from './field-props';
import { writeParameterRows } from './parameter-list';
import { type EditedRow, rowsOf } from './row-list';
import { type EditedTool, newTool } from './tool-list';

const MOST_NAME_CHARACTERS = 64;

/** Makes a tool of an imported request. The model gives what the request needs, and the rest stays as it is. */
export function toolOfRequest(
  { config, name, inputs = [] }: ImportResult,
  about: { label: string; description?: string },
  tools: readonly EditedTool[],
): EditedTool {
  const placed = (place: ImportedInput['place']) => inputs.filter((input) => input.place === place);
  return {
    ...newTool(tools),
    name: freeName(name ?? 'request', tools),
    description: about.description ?? about.label,
    parameters: writeParameterRows(
      inputs.map(({ name: key, type, description }) => ({ name: key, type, required: true, description })),
    ),
    method: fieldText(config.method) || 'GET',
    url: urlOf(config, placed('path'), placed('query')),
    headers: rowsOf(config.headers)
      .filter(({ enabled }) => enabled)
      .map((row) => (isAmong(placed('header'), row) ? { ...row, value: argument(row.key) } : row)),
    body: bodyOf(config.body, placed('body')),
  };
}

const argument = (name: string): string => `<args${stepText(name)}>`;
const isAmong = (inputs: readonly ImportedInput[], { key }: Pick<EditedRow, 'key'>): boolean =>
  inputs.some(({ name }) => name === key);

function urlOf(
  config: Readonly<Record<string, unknown>>,
  path: readonly ImportedInput[],
  query: readonly ImportedInput[],
): string {
  const url = rowsOf(config.pathParams).reduce(
    (text, row) => text.replaceAll(`{${row.key}}`, isAmong(path, row) ? argument(row.key) : row.value),
    fieldText(config.url),
  );
  const pairs = rowsOf(config.params)
    .filter(({ enabled, key }) => enabled && key !== '')
    .map(
      (row) => `${encodeURIComponent(row.key)}=${isAmong(query, row) ? argument(row.key) : typed(row.value)}`,
    );
  const unique = [...new Set(pairs)];
  return unique.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${unique.join('&')}`;
}

/** References and variables are encoded when they are filled in. */
const typed = (value: string): string => (/<|\{\{/.test(value) ? value : encodeURIComponent(value));

function bodyOf(body: unknown, inputs: readonly ImportedInput[]): string {
  if (inputs.length === 0) return isJsonObject(body) && body.kind === 'json' ? fieldText(body.value) : '';
  const members = inputs.map(({ name, type }) => {
    const value = argument(name);
    return `  ${JSON.stringify(name)}: ${type === 'string' ? JSON.stringify(value) : value}`;
  });
  return `{\n${members.join(',\n')}\n}`;
}

function freeName(wanted: string, tools: readonly EditedTool[]): string {
  const taken = new Set(tools.map(({ name }) => name));
  const safe = wanted.replace(/[^A-Za-z0-9_-]/g, '_').replace(/^(?![A-Za-z_])/, '_');
  const base = safe.slice(0, MOST_NAME_CHARACTERS - 4);
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}_${number}`;
    if (!taken.has(name)) return name;
  }
}
