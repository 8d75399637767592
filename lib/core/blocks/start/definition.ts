import { z } from 'zod';
import { defineBlock } from '../define-block';
import { startIcon } from './icon';
import { InputField, isOfType, typeMismatch } from './input-field';

export const StartConfig = z.object({
  fields: z.array(InputField).max(100, 'At most 100 input fields.').default([]),
});
export type StartConfig = z.infer<typeof StartConfig>;

function problemsOf(fields: readonly InputField[]): Array<{ field: string; message: string }> {
  const problems: Array<{ field: string; message: string }> = [];
  const seen = new Set<string>();
  for (const [index, { name, type, default: preset }] of fields.entries()) {
    const at = `fields.${index}`;
    if (seen.has(name))
      problems.push({ field: `${at}.name`, message: `Two input fields are named "${name}".` });
    seen.add(name);
    if (preset !== undefined && preset !== null && !isOfType(preset, type)) {
      problems.push({
        field: `${at}.default`,
        message: `The default of "${name}" ${typeMismatch(preset, type)}.`,
      });
    }
  }
  return problems;
}

export const startDefinition = defineBlock({
  type: 'start',
  title: 'Start',
  description: 'Starts the run with its input.',
  synonyms: [
    'manual',
    'trigger',
    'begin',
    'input',
    'entry',
    'form',
    'parameters',
    'arguments',
    'entry point',
    'inject',
    'kickoff',
  ],
  icon: startIcon,
  config: StartConfig,
  fields: [
    {
      name: 'fields',
      label: 'Input fields',
      kind: 'input-fields',
      references: 'none',
      help:
        'The input of a run. Later blocks read it as <start.name>. ' +
        'Values that are not listed pass through unchanged.',
    },
  ],
  ports: () => [{ id: 'out', label: 'Next', kind: 'normal' }],
  outputs: ({ fields }) =>
    fields.map(({ name, type, description }) => ({ name, type, ...(description ? { description } : {}) })),
  trigger: {
    limit: 1,
    openOutputs: true,
    defaultOutputs: ({ fields }) =>
      Object.fromEntries(
        fields.flatMap(({ name, default: preset }) => ((preset ?? null) === null ? [] : [[name, preset]])),
      ),
  },
  check: ({ fields }) => problemsOf(fields),
  summary: ({ fields }) => fields.map(({ name }) => name).join(', '),
});
