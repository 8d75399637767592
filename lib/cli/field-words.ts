import type { FieldChange } from '../core/workflow/diff-documents';
import { writeJson } from '../platform/text/json-text';

const MOST_CHARACTERS = 60;

export const fieldWords = ({ path, before, after }: FieldChange): string =>
  `${path}: ${shown(before)} → ${shown(after)}`;

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : writeJson(value);
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS - 1)}…`;
}
