import type { ComponentType } from 'react';
import type { Field, FieldKind } from '@/lib/core/blocks/field';
import type { WorkflowProblem } from '@/lib/core/workflow/schema';

/** The props of every kind of input. `value` is the raw authored value, undefined while it isn't set. */
export interface FieldProps {
  field: Field;
  blockId: string;
  value: unknown;
  /** The definition's default for this field. */
  fallback: unknown;
  /** Sets the value; `undefined` restores the default. */
  onChange: (value: unknown) => void;
  problems: readonly WorkflowProblem[];
  readOnly: boolean;
  form: FieldForm;
}

/** The form around a field, for fields that depend on each other; `useSetting` reads another's value. */
export interface FieldForm {
  fields: readonly Field[];
  /** Changes several fields in one undoable step. */
  onChange: (part: Readonly<Record<string, unknown>>, label?: string) => void;
  /** Returns the input of a kind, for fields that contain others. */
  control: (kind: FieldKind) => ComponentType<FieldProps> | undefined;
}

/** Joins the messages of problems, each once. Problems of a row are shown at the row, if there is one. */
export function problemWords(problems: readonly WorkflowProblem[]): string | undefined {
  return problems.length === 0
    ? undefined
    : [...new Set(problems.map((problem) => problem.message))].join(' ');
}

export function fieldText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}
