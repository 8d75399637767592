import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { defineBlock } from '../blocks/define-block';
import { blockDefinitions } from '../blocks/registry/definitions';
import { createWorkflowCheck } from './check-workflow';
import { migrateDocument, SCHEMA_VERSION } from './migrate-document';
import { WorkflowDocument } from './schema';

/** A block whose `seconds` became `waitMs` in version 2; in version 3 `waitMs` moved into `wait`. */
const nap = defineBlock({
  synonyms: [],
  type: 'nap',
  title: 'Nap',
  description: 'Does nothing for a while.',
  icon: [],
  config: z.object({ wait: z.object({ ms: z.number().default(0) }).prefault({}) }),
  migrations: [
    {
      to: 2,
      migrate: ({ seconds, ...rest }) =>
        typeof seconds === 'number' ? { ...rest, waitMs: seconds * 1000 } : rest,
    },
    {
      to: 3,
      migrate: ({ waitMs, ...rest }) => (waitMs === undefined ? rest : { ...rest, wait: { ms: waitMs } }),
    },
  ],
  fields: [{ name: 'wait', label: 'Wait', kind: 'number', references: 'none' }],
  ports: () => [{ id: 'out', label: 'Next', kind: 'normal' }],
  outputs: () => [],
});
const definitions = new Map([...blockDefinitions, ['nap', nap]]);

const position = { x: 0, y: 0 };
function napping(config: Record<string, unknown>, schemaVersion?: number) {
  return {
    ...(schemaVersion === undefined ? {} : { schemaVersion }),
    blocks: {
      s: { id: 's', type: 'start', name: 'start', position, enabled: true, config: {} },
      n: { id: 'n', type: 'nap', name: 'nap', position, enabled: true, config },
    },
    edges: [{ id: 'e', source: 's', sourceHandle: 'out', target: 'n', targetHandle: 'in' }],
    loops: {},
    parallels: {},
  };
}
const migrate = (document: ReturnType<typeof napping>) => migrateDocument(document, definitions, 3);
const configOf = (document: ReturnType<typeof migrate>) => document.blocks.n.config;

describe('a document of an older version', () => {
  it.each([
    ['without a version goes through every step', napping({ seconds: 2 }), { wait: { ms: 2000 } }],
    ['of version 1 goes through every step', napping({ seconds: 2 }, 1), { wait: { ms: 2000 } }],
    [
      'of version 2 goes through what came after',
      napping({ waitMs: 7, seconds: 2 }, 2),
      { seconds: 2, wait: { ms: 7 } },
    ],
    ['of version 3 stays as it is', napping({ waitMs: 7 }, 3), { waitMs: 7 }],
  ])('%s', (_, document, config) => {
    const migrated = migrate(document);
    expect(configOf(migrated)).toEqual(config);
    expect(migrated.schemaVersion).toBe(3);
  });

  it('is not changed itself, and its other blocks stay the same objects', () => {
    const document = napping({ seconds: 2 });
    const migrated = migrate(document);
    expect(document).toEqual(napping({ seconds: 2 }));
    expect(migrated.blocks.s).toBe(document.blocks.s);
  });

  it('is migrated once, however often it is read, whatever its configs hold', () => {
    const config = fc.dictionary(fc.constantFrom('seconds', 'waitMs', 'wait', 'x'), fc.jsonValue());
    fc.assert(
      fc.property(config, fc.constantFrom(undefined, 1, 2, 3), (authored, version) => {
        const once = migrate(napping(authored, version));
        expect(migrate(once)).toEqual(once);
      }),
    );
  });

  it('has its settings checked as migrated: old names are known, strange ones are not', () => {
    const check = (config: Record<string, unknown>) =>
      createWorkflowCheck(definitions)({ ...migrate(napping(config)), schemaVersion: SCHEMA_VERSION }).map(
        ({ code, message }) => [code, message],
      );
    const original = createWorkflowCheck(definitions);
    expect(check({ seconds: 2 })).toEqual([]);
    expect(check({ seconds: 2, snore: true })).toEqual([
      ['CONFIG_KEY_UNKNOWN', expect.stringMatching(/^Nap has no setting "snore"\./)],
    ]);
    expect(original({ ...napping({ seconds: 2 }), schemaVersion: 1 }).map(({ code }) => code)).toEqual([
      'CONFIG_KEY_UNKNOWN',
    ]);
  });
});

describe('a document', () => {
  it('that is read in says its version', () => {
    const { schemaVersion: _, ...rest } = WorkflowDocument.parse({ blocks: {}, edges: [] });
    expect(WorkflowDocument.parse(rest)).toEqual({ ...rest, schemaVersion: SCHEMA_VERSION });
  });

  it('newer than this version is refused in words, before anything else about it', () => {
    const newer = { schemaVersion: SCHEMA_VERSION + 1, blocks: { a: { shape: 'nobody knows' } }, edges: [] };
    const [issue] = WorkflowDocument.safeParse(newer).error?.issues ?? [];
    expect(issue?.path).toEqual(['schemaVersion']);
    expect(issue?.message).toMatch(/saved by a newer Millrace \(schema version 2\).*Update Millrace/);
  });

  it('newer than this version that was stored stays as it is, and can be neither saved nor run', () => {
    const newer = migrateDocument({ ...napping({}), schemaVersion: SCHEMA_VERSION + 1 });
    expect(newer).toEqual({ ...napping({}), schemaVersion: SCHEMA_VERSION + 1 });
    expect(createWorkflowCheck(definitions)(newer)).toEqual([
      expect.objectContaining({ code: 'SCHEMA_VERSION_UNKNOWN', refuses: true }),
    ]);
  });
});
