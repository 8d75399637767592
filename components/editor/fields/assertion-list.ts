import {
  ASSERTION_SUBJECTS,
  Assertion,
  type AssertionOperator,
  type AssertionSubject,
  OPERATORS_OF,
  operatorWords,
} from '@/lib/core/blocks/assertions';

const SUBJECT_WORDS: Readonly<Record<AssertionSubject, string>> = {
  status: 'Status',
  header: 'Header',
  body: 'Body',
  time: 'Time',
};

export const SUBJECTS = ASSERTION_SUBJECTS.map((value) => ({ value, label: SUBJECT_WORDS[value] }));

export const operatorsOf = (subject: AssertionSubject) =>
  OPERATORS_OF[subject].map((value) => ({ value, label: operatorWords(value) }));

/** Returns the rows of a field's value; invalid ones are left out. */
export function assertionsOf(value: unknown): Assertion[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((row) => {
    const read = Assertion.safeParse(row);
    return read.success ? [read.data] : [];
  });
}

/** The first row checks for a success status, further ones a part of the body. */
export const newAssertion = (rows: readonly Assertion[]): Assertion =>
  Assertion.parse(rows.length === 0 ? { value: '2xx' } : { subject: 'body', operator: 'exists' });

/** Changes a row's subject; an operator that it doesn't have is replaced, the value is cleared. */
export function withSubject(row: Assertion, subject: AssertionSubject): Assertion {
  const [first] = OPERATORS_OF[subject];
  const operator = OPERATORS_OF[subject].includes(row.operator) ? row.operator : first;
  return { ...row, subject, operator: operator as AssertionOperator, value: '' };
}

/** Returns the placeholder of the value's input. */
export function valueExample({ subject, operator }: Assertion): string {
  if (operator === 'schema') return '{"type": "object", "required": ["id"]}';
  return { status: '2xx', header: 'application/json', body: 'value', time: 'milliseconds' }[subject];
}
