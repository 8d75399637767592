import { expect, it } from 'vitest';
import { isBlockOf, isStartBlock, isTriggerBlock } from '../capabilities';
import { type BlockTrigger, TRIGGERS } from '../trigger';
import { blockDefinitions } from './definitions';
import { triggerDescriptions } from './triggers';

const definitions = [...blockDefinitions.values()];

it('every trigger is described under its own name, in words of its own', () => {
  expect(Object.keys(triggerDescriptions)).toEqual([...TRIGGERS]);
  for (const name of TRIGGERS) expect(triggerDescriptions[name].startsOn).toBe(name);
  for (const member of ['label', 'help'] as const)
    expect(new Set(TRIGGERS.map((name) => triggerDescriptions[name][member])).size).toBe(TRIGGERS.length);
  for (const name of TRIGGERS) expect(triggerDescriptions[name].help).toMatch(/^Started .+\.$/);
});

it('every trigger has one block, or begins at the only Start block', () => {
  const own = TRIGGERS.filter((name) => name !== 'api' && name !== 'manual') satisfies BlockTrigger[];
  for (const name of own)
    expect(definitions.filter((block) => isBlockOf(block, triggerDescriptions[name])).length, name).toBe(1);
  expect(definitions.filter(isTriggerBlock).length).toBe(own.length);
  expect(definitions.filter(isStartBlock).map(({ title }) => title)).toEqual(['Start']);
});

it('a block that starts no runs is of no trigger', () => {
  const others = definitions.filter(({ trigger }) => trigger === undefined);
  expect(others.length).toBeGreaterThan(0);
  expect(others.filter((block) => isTriggerBlock(block) || isStartBlock(block))).toEqual([]);
  expect(isTriggerBlock(undefined) || isStartBlock(undefined)).toBe(false);
});
