import { z } from 'zod';
import { CANVAS_COLOURS, CanvasColour } from '../canvas-colour';
import { defineBlock } from '../define-block';
import { noteIcon } from './icon';

const MAX_CHARACTERS = 10_000;

export const NoteConfig = z.object({
  text: z
    .string()
    .max(MAX_CHARACTERS, `At most ${MAX_CHARACTERS.toLocaleString('en')} characters.`)
    .default(''),
  colour: CanvasColour.default('amber'),
});
export type NoteConfig = z.infer<typeof NoteConfig>;

const titleOf = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const noteDefinition = defineBlock({
  type: 'note',
  title: 'Note',
  description: 'Text on the canvas for whoever reads the workflow; it never runs.',
  synonyms: ['comment', 'sticky', 'text', 'remark', 'annotation', 'documentation', 'label', 'post-it'],
  icon: noteIcon,
  config: NoteConfig,
  fields: [
    {
      name: 'text',
      label: 'Text',
      kind: 'multiline',
      references: 'none',
      placeholder: 'What this workflow is for',
      help: 'Markdown: **bold**, lists, links, `code`.',
    },
    {
      name: 'colour',
      label: 'Colour',
      kind: 'select',
      references: 'none',
      options: CANVAS_COLOURS.map((value) => ({ value, label: titleOf(value) })),
    },
  ],
  note: { textField: 'text', colourField: 'colour' },
  ports: () => [],
  outputs: () => [],
  summary: ({ text }) => text,
});
