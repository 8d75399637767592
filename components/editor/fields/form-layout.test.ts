import { expect, test } from 'vitest';
import { allDefinitions } from '../document/definition-of';
import { FIELD_KINDS } from './field-kinds';
import { countOfTab, helpedBy, layOutForm, openingTab, problemsOfField, tabOfField } from './form-layout';

test('every field of every block has an input and a place in its form', () => {
  expect(allDefinitions().length).toBeGreaterThanOrEqual(5);
  for (const definition of allDefinitions()) {
    const { head, tabs } = layOutForm(definition.fields);
    const placed = [...head, ...tabs.flatMap((tab) => tab.lines)].flat();
    expect(placed.map((field) => field.name).sort()).toEqual(
      definition.fields.map((field) => field.name).sort(),
    );
    for (const field of placed)
      expect(FIELD_KINDS[field.kind], `${definition.type}.${field.name}`).toBeDefined();
  }
});

const field = (name: string, kind: 'text' | 'url' | 'select' | 'rows', tab?: string) => ({
  name,
  label: name,
  kind,
  references: 'none' as const,
  ...(tab === undefined ? {} : { tab }),
});

test('help names the block’s outputs as later blocks refer to them', () => {
  for (const definition of allDefinitions()) {
    const helps = helpedBy(definition, 'orders').map(({ help }) => help ?? '');
    expect(helps.join(), definition.type).not.toContain(`<${definition.type}.`);
  }
  const api = allDefinitions().find(({ type }) => type === 'api')!;
  expect(helpedBy(api, 'orders').some(({ help }) => help?.includes('<orders.status>'))).toBe(true);
});

test('a field that stands beside the next shares its line', () => {
  const method = { ...field('method', 'select'), besideNext: true };
  const { head } = layOutForm([method, field('url', 'url'), field('x', 'text', 'More')]);
  expect(head.map((line) => line.map((each) => each.name))).toEqual([['method', 'url']]);
});

test('without tabs there is one, and only rows in use are counted', () => {
  const { head, tabs } = layOutForm([field('headers', 'rows')]);
  expect(head).toEqual([]);
  const rows = [{ key: 'a' }, { key: 'b', enabled: false }, { key: '' }];
  expect(countOfTab(tabs[0]!, { headers: rows })).toBe(1);
});

test('a problem of a row belongs to its field and tab', () => {
  const layout = layOutForm([field('params', 'rows', 'Params'), field('url', 'url')]);
  expect(tabOfField(layout, 'params[0].key')).toBe('Params');
  expect(tabOfField(layout, 'url')).toBeNull();
  const problem = { code: 'X', message: 'no', field: 'params.0', severity: 'error' as const, refuses: false };
  expect(problemsOfField([problem], 'params')).toEqual([problem]);
  expect(problemsOfField([problem], 'param')).toEqual([]);
});

test('a body whose text nobody has written yet counts as nothing', () => {
  const { tabs } = layOutForm([{ ...field('body', 'rows'), kind: 'body' as const }]);
  const count = (body: object) => countOfTab(tabs[0]!, { body });
  expect([count({ kind: 'none' }), count({ kind: 'json' }), count({ kind: 'json', value: ' ' })]).toEqual([
    0, 0, 0,
  ]);
  expect([count({ kind: 'json', value: '{}' }), count({ kind: 'form', rows: [] })]).toEqual([1, 1]);
});

test('a block opens with the tab where something is wrong, else the first that holds something', () => {
  const layout = layOutForm([
    field('url', 'url'),
    field('params', 'rows', 'Params'),
    field('headers', 'rows', 'Headers'),
    field('assertions', 'text', 'Assertions'),
  ]);
  const problem = { code: 'X', message: 'no', severity: 'warning' as const, refuses: false };
  const headers = [{ key: 'a', value: '1', enabled: true }];
  expect(openingTab(layout, [], {})).toBe('Params');
  expect(openingTab(layout, [], { headers })).toBe('Headers');
  expect(openingTab(layout, [{ ...problem, field: 'assertions' }], { headers })).toBe('Assertions');
  expect(openingTab(layout, [{ ...problem, field: 'url' }], { headers })).toBe('Headers');
  expect(openingTab({ head: [], tabs: [] }, [], {})).toBeUndefined();
});
