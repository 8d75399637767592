import { z } from 'zod';
import { defineBlock } from '../define-block';
import { type ResolvedValueRow, repeatedNames, valueRows } from '../value-rows';
import { variablesIcon } from './icon';

const Name = z
  .string()
  .regex(
    /^[A-Za-z_$][A-Za-z0-9_$-]{0,63}$/,
    'Start with a letter from A to Z, then letters, digits, "-" or "_" (64 at most).',
  );

export const VariablesConfig = z.object({ variables: valueRows(Name) });
export type VariablesConfig = z.infer<typeof VariablesConfig>;

export interface ResolvedVariablesConfig {
  readonly variables: readonly ResolvedValueRow[];
}

export const variablesDefinition = defineBlock({
  type: 'variables',
  title: 'Variables',
  description: 'Sets values that all later blocks can read, and that can be set again.',
  synonyms: [
    'variable',
    'store',
    'state',
    'global',
    'assign',
    'remember',
    'counter',
    'accumulator',
    'initialize variable',
    'constant',
  ],
  icon: variablesIcon,
  config: VariablesConfig,
  fields: [
    {
      name: 'variables',
      label: 'Variables',
      kind: 'values',
      references: 'value-rows',
      placeholder: '<api.data.id>',
      help: 'Later blocks read <variable.name>; a loop also in its next iteration. They last for one run.',
    },
  ],
  sets: 'variables',
  ports: () => [{ id: 'out', label: 'Next', kind: 'normal' }],
  outputs: ({ variables }) => {
    const types = new Map(variables.map(({ name, type }) => [name, type]));
    return Array.from(types, ([name, type]) => ({ name, type }));
  },
  check: ({ variables }) =>
    repeatedNames(variables).map(({ name, at }) => ({
      field: `variables.${at}`,
      message: `Two variables are named "${name}".`,
    })),
  summary: ({ variables }) => variables.map(({ name }) => name).join(', '),
});
