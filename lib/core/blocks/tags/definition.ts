import { z } from 'zod';
import { defineBlock } from '../define-block';
import { tagsIcon } from './icon';

export const TagsConfig = z.object({
  /** Separated by commas. */
  tags: z.string().max(2_000, 'At most 2,000 characters.').default(''),
});
export type TagsConfig = z.infer<typeof TagsConfig>;

export interface ResolvedTagsConfig {
  readonly tags: string;
}

export const tagsDefinition = defineBlock({
  type: 'tags',
  title: 'Tags',
  description: 'Tags the run with an order number or other text, to find it in the logs.',
  synonyms: [
    'tag',
    'label',
    'search',
    'attribute',
    'metadata',
    'find',
    'order-number',
    'correlation id',
    'mark run',
    'reference number',
  ],
  icon: tagsIcon,
  config: TagsConfig,
  fields: [
    {
      name: 'tags',
      label: 'Tags',
      kind: 'text',
      references: 'text',
      placeholder: 'order <start.orderId>, eu',
      help: 'Separated by commas. Up to ten a run, 64 characters each; those above ten are left out.',
    },
  ],
  sets: 'tags',
  ports: () => [{ id: 'out', label: 'Next', kind: 'normal' }],
  outputs: () => [{ name: 'tags', type: 'array', description: 'Those that this block set.' }],
  summary: ({ tags }) => tags,
});
