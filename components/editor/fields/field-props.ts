import type { ComponentType } from 'react';
import type { Field, FieldKind } from '@/lib/core/blocks/field';
import type { WorkflowProblem } from '@/lib/core/workflow/schema';

/** What every kind of input gets: the raw authored value, undefined while it isn't set. */
export interface FieldProps {
  field: Field;
  blockId: string;
  value: unknown;
  /** The definition's default for this field. */
  fallback: unknown;
  /** `undefined` goes back to the default. */
  onChange: (value: unknown) => void;
  problems: readonly WorkflowProblem[];
  readOnly: boolean;
  form: FieldForm;
}

/** The form around a field, for fields that go together; `useSetting` reads what another one holds. */
export interface FieldForm {
  fields: readonly Field[];
  /** Several fields in one undoable step. */
  onChange: (part: Readonly<Record<string, unknown>>, label?: string) => void;
  /** The input of a kind, for fields that hold others. */
  control: (kind: FieldKind) => ComponentType<FieldProps> | undefined;
}

/** The words under a field. Those of its rows are said at the row where there is one. */
export function problemWords(problems: readonly WorkflowProblem[]): string | undefined {
  return problems.length === 0
    ? undefined
    : [...new Set(problems.map((problem) => problem.message))].join(' ');
}

export function fieldText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
