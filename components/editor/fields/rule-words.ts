import type { RuleOperator } from '@/lib/core/blocks/condition/rules';

/** What people call each comparison, in the order of the list. */
export const OPERATOR_OPTIONS: ReadonlyArray<{ value: RuleOperator; label: string; description?: string }> = [
  { value: 'equals', label: 'equals' },
  { value: 'differs', label: 'does not equal' },
  { value: 'greater', label: 'is greater than' },
  { value: 'atLeast', label: 'is at least' },
  { value: 'less', label: 'is less than' },
  { value: 'atMost', label: 'is at most' },
  { value: 'contains', label: 'contains', description: 'A text, or a list with this item' },
  { value: 'lacks', label: 'does not contain' },
  { value: 'begins', label: 'starts with' },
  { value: 'ends', label: 'ends with' },
  { value: 'empty', label: 'is empty', description: 'No text, no items, null or missing' },
  { value: 'filled', label: 'is not empty' },
  { value: 'exists', label: 'exists', description: 'There, and not null' },
  { value: 'missing', label: 'does not exist' },
  { value: 'isText', label: 'is a text' },
  { value: 'isNumber', label: 'is a number' },
  { value: 'isBoolean', label: 'is true or false' },
  { value: 'isList', label: 'is a list' },
];
