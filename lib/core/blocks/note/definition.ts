import { z } from 'zod';
import { defineBlock } from '../define-block';
import { noteIcon } from './icon';

const MAX_CHARACTERS = 10_000;

export const NoteConfig = z.object({
  text: z
    .string()
    .max(MAX_CHARACTERS, `At most ${MAX_CHARACTERS.toLocaleString('en')} characters.`)
    .default(''),
});
export type NoteConfig = z.infer<typeof NoteConfig>;

export const noteDefinition = defineBlock({
  type: 'note',
  title: 'Note',
  description: 'Text on the canvas for whoever reads the workflow; it never runs.',
  icon: noteIcon,
  config: NoteConfig,
  fields: [
    {
      name: 'text',
      label: 'Text',
      kind: 'multiline',
      references: 'none',
      placeholder: 'What this workflow is for',
    },
  ],
  hasInput: false,
  note: { textField: 'text' },
  ports: () => [],
  outputs: () => [],
  summary: ({ text }) => text,
});
