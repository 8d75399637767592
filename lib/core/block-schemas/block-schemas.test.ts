import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { describe, expect, test } from 'vitest';
import { blockDefinitions } from '../blocks/registry/definitions';
import type { MakeBlockCases } from '../blocks/testing/block-cases';
import { TEMPLATES } from '../templates/all-templates';
import { blockSchemas } from './block-schemas';
import { settingsRows } from './settings-rows';
import { editorSchemas, WORKFLOW_FILE_SCHEMA } from './workflow-schemas';

const CASES = import.meta.glob<{ makeCases: MakeBlockCases }>('../blocks/*/testing/cases.ts');
/** Larger ones load slowly in an editor. */
const MOST_CHARACTERS = 100_000;

const ajv = new Ajv2020({ strict: false, allErrors: true });
const validators = new Map<string, ValidateFunction>();
for (const [file, text] of editorSchemas()) validators.set(file, ajv.compile(JSON.parse(text)));

function problemsOf(file: string, value: unknown): string[] {
  const validate = validators.get(file)!;
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

const position = { x: 0, y: 0 };
const documentOf = (type: string, config: object) => ({
  blocks: { b: { id: 'b', type, name: 'b', position, config } },
  edges: [],
});

describe('settings', () => {
  test.each([...blockDefinitions.keys()])('of %s: configs that succeed are valid', async (type) => {
    const { makeCases } = (await CASES[`../blocks/${type}/testing/cases.ts`]?.()) ?? {};
    const { succeeds, lasts } = (await makeCases?.('http://127.0.0.1:1')) ?? { succeeds: [{}] };
    for (const config of [...succeeds, lasts ?? {}])
      expect([config, problemsOf(`block-${type}.json`, config)]).toEqual([config, []]);
  });

  test('a setting that does not exist, an unknown kind and a wrong type are marked', () => {
    expect(problemsOf('block-api.json', { urll: 'x' })).toEqual([' must NOT have additional properties']);
    expect(problemsOf('block-api.json', { headers: [{ name: 'x' }] })).toHaveLength(1);
    expect(problemsOf('block-api.json', { body: { kind: 'soap' } })).not.toEqual([]);
    expect(problemsOf('block-api.json', { timeoutMs: 'soon' })).toEqual(['/timeoutMs must be integer']);
  });

  test('the members of another kind may stay, as saving allows', () => {
    expect(problemsOf('block-api.json', { body: { kind: 'json', value: '1', rows: [] } })).toEqual([]);
  });

  test('each says what it does, and has a row for the guides', () => {
    for (const { type, settings } of blockSchemas()) {
      const properties = Object.entries(settings.properties as Record<string, { description?: string }>);
      const rows = settingsRows(settings).map(({ setting }) => setting);
      for (const [name, { description }] of properties) {
        expect([type, name, description ?? '']).toEqual([type, name, expect.stringMatching(/.{2}/)]);
        expect(rows).toContain(`\`${name}\``);
      }
    }
  });

  test('kinds have a row each, with their members', () => {
    const rows = settingsRows(blockSchemas().find(({ type }) => type === 'api')!.settings);
    expect(rows).toContainEqual({
      setting: '`auth` with `"kind": "basic"`',
      value: '`username` (text), `password` (text)',
    });
    expect(rows).toContainEqual({ setting: '`body` with `"kind": "none"`', value: 'no more' });
    expect(rows.find(({ setting }) => setting === '`retry`')!.value).toContain(
      '`max` (a whole number from 0',
    );
  });
});

describe('documents', () => {
  test.each(TEMPLATES)('the template $name is valid, as a document and in a file', ({ name, document }) => {
    expect(problemsOf('document.json', { $schema: 'x', ...document })).toEqual([]);
    const file = { $schema: 'x', name, description: '', document };
    expect(problemsOf(WORKFLOW_FILE_SCHEMA, file)).toEqual([]);
  });

  test('the type decides the settings; another type is left to later versions', () => {
    expect(problemsOf('document.json', documentOf('api', { body: '<start.x>' }))).not.toEqual([]);
    expect(problemsOf('document.json', documentOf('response', { body: '<start.x>' }))).toEqual([]);
    expect(problemsOf('document.json', documentOf('invented', { any: 1 }))).toEqual([]);
  });

  test('they are bounded, stand alone and are built once', () => {
    for (const [file, text] of editorSchemas()) {
      expect([file, text.length < MOST_CHARACTERS]).toEqual([file, true]);
      for (const [, reference] of text.matchAll(/"\$ref":"([^"]+)"/g))
        expect(reference).toMatch(/^#\/\$defs\//);
    }
    expect(editorSchemas()).toBe(editorSchemas());
  });
});
