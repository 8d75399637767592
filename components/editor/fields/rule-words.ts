import type { RuleOperator } from '@/lib/core/blocks/condition/rules';
import type { KnownType } from '../references/type-of-reference';

interface OperatorOption {
  value: RuleOperator;
  label: string;
  description?: string;
  group: string;
}

type Written = readonly [value: RuleOperator, label: string, description?: string];

/** The names of the operators, grouped by the type that they compare. */
const ANY: readonly Written[] = [
  ['equals', 'equals'],
  ['differs', 'does not equal'],
  ['exists', 'exists', 'There, and not null'],
  ['missing', 'does not exist'],
  ['empty', 'is empty', 'No text, no items, null or missing'],
  ['filled', 'is not empty'],
];
const BY_TYPE: Readonly<Record<KnownType, readonly Written[]>> = {
  text: [
    ['contains', 'contains', 'A text, or a list with this item'],
    ['lacks', 'does not contain'],
    ['begins', 'starts with'],
    ['ends', 'ends with'],
    ['matches', 'matches', 'A regular expression: ^\\d+$'],
    ['mismatches', 'does not match'],
    ['isText', 'is a text'],
  ],
  number: [
    ['greater', 'is greater than'],
    ['atLeast', 'is at least'],
    ['less', 'is less than'],
    ['atMost', 'is at most'],
    ['isNumber', 'is a number'],
  ],
  date: [
    ['before', 'is before', 'A date: 2026-11-26 or 2026-11-26T10:00:00Z'],
    ['after', 'is after'],
    ['past', 'is in the past'],
    ['future', 'is in the future'],
  ],
  boolean: [
    ['isTrue', 'is true'],
    ['isFalse', 'is false'],
    ['isBoolean', 'is true or false'],
  ],
  list: [
    ['longer', 'is longer than', 'Items of a list, or characters of a text'],
    ['shorter', 'is shorter than'],
    ['isList', 'is a list'],
  ],
};
const HEADINGS: Readonly<Record<KnownType, string>> = {
  text: 'Text',
  number: 'Number',
  date: 'Date and time',
  boolean: 'True or false',
  list: 'List',
};

const optionsOf = (group: string, written: readonly Written[]): OperatorOption[] =>
  written.map(([value, label, description]) => ({
    value,
    label,
    group,
    ...(description === undefined ? {} : { description }),
  }));

/** Returns the operators for any value, then those of the field's known type, then the others. */
export function operatorOptions(type: KnownType | null): OperatorOption[] {
  const types = Object.keys(BY_TYPE) as KnownType[];
  const ordered = type === null ? types : [type, ...types.filter((each) => each !== type)];
  return [
    ...optionsOf('Any value', ANY),
    ...ordered.flatMap((each) => optionsOf(HEADINGS[each], BY_TYPE[each])),
  ];
}
