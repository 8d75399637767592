import type { Field } from '../blocks/field';
import type { Template } from '../references/template';
import type { Finding } from './finding';

/** The most references and variables in a field, and in a workflow. */
export const MAX_FIELD_REFERENCES = 2_000;
export const MAX_WORKFLOW_REFERENCES = 20_000;
/** The most signs that a reference or a variable may begin with: each is examined. */
export const MAX_FIELD_OPENINGS = 10_000;

/** Formats on demand, because the first number that is formatted takes milliseconds. */
const words = (count: number): string => count.toLocaleString('en');

export function countReferences(templates: readonly Template[]): number {
  let count = 0;
  for (const { parts } of templates) for (const part of parts) if (typeof part !== 'string') count += 1;
  return count;
}

/** True if a value's texts have so many `<` and `{{` that a search for references would be noticeable. */
export function hasTooManyOpenings(value: unknown): boolean {
  return countOpenings(value, MAX_FIELD_OPENINGS) > MAX_FIELD_OPENINGS;
}

function countOpenings(value: unknown, most: number): number {
  if (typeof value === 'string') return countIn(value, '<', most) + countIn(value, '{{', most);
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const member of Object.values(value)) {
    count += countOpenings(member, most - count);
    if (count > most) break;
  }
  return count;
}

function countIn(text: string, sign: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(sign); at !== -1 && count <= most; at = text.indexOf(sign, at + 1)) count += 1;
  return count;
}

const refusal = (message: string): Finding => ({
  code: 'REFERENCES_TOO_MANY',
  message,
  severity: 'error',
  refuses: true,
});

export const tooManyOpenings = ({ label }: Pick<Field, 'label'>): Finding =>
  refusal(
    `${label} holds more than ${words(MAX_FIELD_OPENINGS)} signs that a reference may begin with, ` +
      '"<" or "{{", which is the most that a field may hold. Shorten it.',
  );

/** Returns null if there are not too many. */
export const tooManyInField = ({ label }: Pick<Field, 'label'>, count: number): Finding | null =>
  count <= MAX_FIELD_REFERENCES
    ? null
    : refusal(
        `${label} holds ${words(count)} references; a field may hold ${words(MAX_FIELD_REFERENCES)}. ` +
          'Make the text in a Function block, or split it over several fields.',
      );

export const tooManyInWorkflow = (count: number): Finding | null =>
  count <= MAX_WORKFLOW_REFERENCES
    ? null
    : refusal(
        `The workflow holds ${words(count)} references; at most ${words(MAX_WORKFLOW_REFERENCES)} are ` +
          'allowed. Move a part of it into a workflow of its own.',
      );
