import { z } from 'zod';
import { defineBlock } from '../define-block';
import { type ResolvedValueRow, repeatedNames, valueRows } from '../value-rows';
import { transformIcon } from './icon';

const Name = z.string().min(1, 'Enter a name.').max(200, 'At most 200 characters.');

export const TransformConfig = z.object({ fields: valueRows(Name) });
export type TransformConfig = z.infer<typeof TransformConfig>;

export interface ResolvedTransformConfig {
  readonly fields: readonly ResolvedValueRow[];
}

export const transformDefinition = defineBlock({
  type: 'transform',
  title: 'Transform',
  description: 'Builds an object from the values of earlier blocks, without code.',
  synonyms: [
    'set',
    'map',
    'edit',
    'fields',
    'mapping',
    'mapper',
    'object',
    'json',
    'rename',
    'pick',
    'shape',
    'format',
    'compose',
    'merge-fields',
    'convert',
    'template',
    'reshape',
  ],
  icon: transformIcon,
  config: TransformConfig,
  fields: [
    {
      name: 'fields',
      label: 'Fields',
      kind: 'values',
      references: 'value-rows',
      placeholder: '<api.data.name>',
      help: 'Each row is one field of <transform.result>, of the chosen type.',
    },
  ],
  ports: () => [
    { id: 'out', label: 'Next', kind: 'normal' },
    { id: 'error', label: 'On error', kind: 'error' },
  ],
  outputs: () => [
    { name: 'result', type: 'object', description: 'The object; null when a value had another type' },
    { name: 'error', type: 'object', description: 'Details of the error; null on success' },
  ],
  check: ({ fields }) =>
    repeatedNames(fields).map(({ name, at }) => ({
      field: `fields.${at}`,
      message: `Two fields are named "${name}".`,
    })),
  summary: ({ fields }) => fields.map(({ name }) => name).join(', '),
});
