import { someText } from '../../platform/text/storable-text';
import type { Field } from '../blocks/field';
import { holdsMoreReferences, type KnownHead, type Template } from '../references/template';
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

/** Why a field was not read, and how many of its references count for the workflow. */
interface RefusedField {
  finding: Finding;
  references: number;
}

/**
 * Returns why a field is not read at all, because a text of it holds far too much; null if it is read, and
 * counted exactly. Reading it would take as long as the text is, and keep all that it found.
 */
export function refusedUnread(
  field: LabelledField,
  value: unknown,
  isKnownHead: KnownHead,
): RefusedField | null {
  const openings = countOpenings(value, MAX_FIELD_OPENINGS);
  // Signs alone are no references.
  if (openings > MAX_FIELD_OPENINGS) return { finding: tooManyOpenings(field), references: 0 };
  if (openings <= MAX_FIELD_REFERENCES) return null;
  const hasTooMany = someText(value, (text) => holdsMoreReferences(text, isKnownHead, MAX_FIELD_REFERENCES));
  return hasTooMany ? { finding: tooManyReferences(field), references: MAX_FIELD_REFERENCES + 1 } : null;
}

/** Returns a number above `most` as soon as there are more. */
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

type LabelledField = Pick<Field, 'label'>;

const refusal = (message: string): Finding => ({
  code: 'REFERENCES_TOO_MANY',
  message,
  severity: 'error',
  refuses: true,
});

const tooManyOpenings = ({ label }: LabelledField): Finding =>
  refusal(
    `${label} holds more than ${words(MAX_FIELD_OPENINGS)} signs that a reference may begin with, ` +
      '"<" or "{{", which is the most that a field may hold. Shorten it.',
  );

const tooManyReferences = ({ label }: LabelledField): Finding =>
  refusal(
    `${label} holds more than ${words(MAX_FIELD_REFERENCES)} references, which is the most that a field ` +
      'may hold. Make the text in a Function block, or split it over several fields.',
  );

/** Returns null if there are not too many. */
export const tooManyInField = (field: LabelledField, count: number): Finding | null =>
  count <= MAX_FIELD_REFERENCES ? null : tooManyReferences(field);

/** Returns null if there are not too many. */
export const tooManyInWorkflow = (count: number): Finding | null =>
  count <= MAX_WORKFLOW_REFERENCES
    ? null
    : refusal(
        `The workflow holds more than ${words(MAX_WORKFLOW_REFERENCES)} references, which is the most that ` +
          'it may hold. Move a part of it into a workflow of its own.',
      );
