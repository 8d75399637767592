import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FIRST_SCHEMA_VERSION, SCHEMA_VERSION } from '../workflow/migrate-document';
import type { BlockDefinition } from './block';
import type { Field } from './field';
import { readConfig } from './read-config';
import { blockDefinitions } from './registry/definitions';
import { executors } from './registry/executors';

type Config = Record<string, unknown>;

const FIELD_NAME = /^[A-Za-z_$][A-Za-z0-9_$-]*$/;

/** Returns the attributes that are one number; a path's data is many. */
const lengthsIn = (attributes: Readonly<Record<string, string>>) =>
  Object.entries(attributes).flatMap(([name, text]) => (name === 'd' ? [] : [{ name, value: Number(text) }]));

interface Place {
  field: Field;
  /** The config's value by default, and a config with another value there. */
  preset: unknown;
  withValue: (value: unknown) => Config;
}

/** Returns every field, and the members of groups once for each kind that shows them. */
function placesOf({ fields }: BlockDefinition, defaults: Config): Place[] {
  return fields.flatMap((field) => {
    const { name, members = [], memberDefaults } = field;
    const kinds = members.find((member) => member.name === 'kind')?.options?.map(({ value }) => value) ?? [];
    const inKinds = kinds.flatMap((kind) => {
      const group = { ...memberDefaults?.({ kind }), kind };
      return members
        .filter(({ shownWhen }) => shownWhen?.(group) ?? true)
        .map((member) => ({
          field: member,
          preset: Object(group)[member.name],
          withValue: (value: unknown) => ({ [name]: { ...group, [member.name]: value } }),
        }));
    });
    const own = { field, preset: defaults[name], withValue: (value: unknown) => ({ [name]: value }) };
    return [own, ...inKinds];
  });
}

/** Returns the keys of an object's schema, for every kind it has, whatever its default. */
function keysOfObject(schema: unknown): string[] {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)
    return keysOfObject(schema.def.innerType);
  if (schema instanceof z.ZodDiscriminatedUnion)
    return [...new Set(schema.options.flatMap((kind) => keysOfObject(kind)))];
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

it('every executor has a definition', () => {
  expect(executors.size).toBeGreaterThanOrEqual(5);
  for (const type of executors.keys()) expect(blockDefinitions.has(type), type).toBe(true);
});

it('there are select and number fields for the tests below to use', () => {
  const kinds = [...blockDefinitions.values()].flatMap(({ fields }) => fields.map(({ kind }) => kind));
  expect(kinds.filter((kind) => kind === 'select').length).toBeGreaterThan(0);
  expect(kinds.filter((kind) => kind === 'number').length).toBeGreaterThan(0);
});

describe.each([...blockDefinitions])('block %s', (type, definition) => {
  const shape = definition.config instanceof z.ZodObject ? definition.config.shape : {};
  const defaults = definition.config.parse({});

  it('is listed under its own type', () => {
    expect(definition.type).toBe(type);
    expect(definition.title).not.toBe('');
    expect(definition.description).toMatch(/\.$/);
  });

  it('has an icon of its own, drawn in a square of 24 by 24', () => {
    const others = [...blockDefinitions.values()].filter((other) => other !== definition);
    expect(others.map(({ icon }) => icon)).not.toContainEqual(definition.icon);
    expect(definition.icon.length).toBeGreaterThan(0);
    for (const [, attributes] of definition.icon)
      for (const { name, value } of lengthsIn(attributes)) {
        expect(value, name).toBeGreaterThanOrEqual(0);
        expect(value, name).toBeLessThanOrEqual(24);
      }
  });

  it('draws itself from an empty config', () => {
    expect(readConfig(definition, {})).toEqual({ config: defaults, issues: [], unknownKeys: [] });
  });

  it('has fields that name keys of its config, each once', () => {
    const names = definition.fields.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect([...names].sort()).toEqual(Object.keys(shape).sort());
  });

  it('refers only to fields and outputs that exist', () => {
    const { fields, container, outsideWork: { request, executionId } = {} } = definition;
    const outputs = definition.outputs(defaults).map(({ name }) => name);
    expect(outputs).toEqual(expect.arrayContaining(Object.values(request?.outputs ?? {})));
    if (executionId !== undefined) expect(outputs).toContain(executionId);
    if (container?.itemsField !== undefined)
      expect(fields.map(({ name }) => name)).toContain(container.itemsField);
    for (const [place, field] of fields.entries()) {
      const { name, kind, references, queryField, urlMembers, besideNext, inputsOf } = field;
      if (inputsOf !== undefined)
        expect(fields.find((other) => other.name === inputsOf)?.kind, name).toBe('workflow');
      if (queryField !== undefined) {
        expect(kind, name).toBe('url');
        expect(fields.find((field) => field.name === queryField)?.kind, name).toBe('rows');
      }
      if (urlMembers !== undefined) expect(references, name).toBe('members');
      if (besideNext) expect(fields[place + 1]?.tab, name).toBe(fields[place]?.tab);
    }
  });

  it('says what leaves with it, if it sends requests, asks models or calls workflows', () => {
    const { request, models, calls, sent } = definition.outsideWork ?? {};
    expect(sent !== undefined).toBe(request !== undefined || models === true || calls !== undefined);
    expect(sent?.({})).toEqual(sent && expect.any(Object));
  });

  it('has groups whose members name keys of their object, each once, and refer to nothing', () => {
    for (const { name, kind, members } of definition.fields) {
      expect(members !== undefined, name).toBe(kind === 'group');
      const names = members?.map((member) => member.name) ?? [];
      const keys = kind === 'group' ? keysOfObject(shape[name]) : [];
      expect([...names].sort(), name).toEqual(keys.sort());
      for (const member of members ?? []) expect(member.references, member.name).toBe('none');
    }
  });

  it('offers its default among the options of a select', () => {
    const selects = placesOf(definition, defaults as Config).filter(({ field }) => field.kind === 'select');
    for (const { field, preset } of selects)
      expect(field.options?.map(({ value }) => value) ?? [], field.name).toContain(preset);
  });

  it('holds its numbers to the bounds it shows', () => {
    const numbers = placesOf(definition, defaults as Config).filter(({ field }) => field.kind === 'number');
    for (const { field, withValue } of numbers) {
      const { name, min, max } = field;
      const accepts = (value: number) => definition.config.safeParse(withValue(value)).success;
      if (min !== undefined) expect([accepts(min), accepts(min - 1)], name).toEqual([true, false]);
      if (max !== undefined) expect([accepts(max), accepts(max + 1)], name).toEqual([true, false]);
    }
  });

  it('has ports and outputs with distinct, referable names', () => {
    const ports = definition.ports(defaults);
    expect(new Set(ports.map(({ id }) => id)).size).toBe(ports.length);
    expect(ports.filter(({ kind }) => kind === 'error').length).toBeLessThanOrEqual(1);
    const outputs = definition.outputs(defaults);
    expect(new Set(outputs.map(({ name }) => name)).size).toBe(outputs.length);
    for (const { name } of outputs) expect(name).toMatch(FIELD_NAME);
    // The blocks after an error port read the error.
    if (ports.some(({ kind }) => kind === 'error'))
      expect(outputs.map(({ name }) => name)).toContain('error');
  });

  it('has neither ports nor outputs if it never runs, and a field for its text', () => {
    if (definition.note === undefined) return;
    expect(definition.hasInput).toBe(false);
    expect([definition.ports(defaults), definition.outputs(defaults)]).toEqual([[], []]);
    expect(definition.fields.map(({ name }) => name)).toContain(definition.note.textField);
  });

  it('survives any config: it is read, drawn and checked without throwing', () => {
    const junk = fc.record(Object.fromEntries(Object.keys(shape).map((key) => [key, fc.jsonValue()])), {
      requiredKeys: [],
    });
    fc.assert(
      fc.property(junk, (authored) => {
        const { config } = readConfig(definition, authored);
        definition.ports(config);
        definition.outputs(config);
        definition.check?.(config);
        definition.doubts?.(config);
        expect(typeof (definition.summary?.(config) ?? '')).toBe('string');
      }),
    );
  });

  it('migrates older configs step by step, whatever they hold', () => {
    const { migrations = [] } = definition;
    const versions = migrations.map(({ to }) => to);
    expect(versions).toEqual([...new Set(versions)].sort((a, b) => a - b));
    for (const version of versions) {
      expect(version).toBeGreaterThan(FIRST_SCHEMA_VERSION);
      expect(version).toBeLessThanOrEqual(SCHEMA_VERSION);
    }
    const older = fc.dictionary(
      fc.oneof(fc.constantFrom(...Object.keys(shape)), fc.string()),
      fc.jsonValue(),
    );
    fc.assert(
      fc.property(older, (authored) => {
        const migrated = migrations.reduce(
          (config, { migrate }) => migrate(config),
          authored as object as Config,
        );
        readConfig(definition, migrated);
      }),
    );
  });

  it('is cloned by JSON: a config read, written and read again is the same', () => {
    expect(definition.config.parse(JSON.parse(JSON.stringify(defaults)))).toEqual(defaults);
  });
});
