'use client';

import { X } from 'lucide-react';
import { useMemo } from 'react';
import { type FindHoles, isComplete, type Rule, takesValue } from '@/lib/core/blocks/condition/rules';
import { cn } from '../../ui/class-names';
import { IconButton } from '../../ui/icon-button';
import { Select } from '../../ui/select';
import { ReferenceInput } from '../references/reference-input';
import { typeOfReference } from '../references/type-of-reference';
import { useReferenceScope } from '../references/use-scope';
import { ruleProblem } from './rule-problem';
import { operatorOptions } from './rule-words';

export interface RuleRowProps {
  blockId: string;
  /** Identifies the rule, for example "rule 2 of Big". */
  label: string;
  rule: Rule;
  /** If true, the focus of a new block's form starts here. */
  begins: boolean;
  readOnly: boolean;
  findHoles: FindHoles;
  onChange: (rule: Rule) => void;
  /** Null for the only rule. */
  onRemove: (() => void) | null;
}

/** One comparison: field, operator and value. */
export function RuleRow(props: RuleRowProps) {
  const { blockId, label, rule, begins, readOnly, findHoles, onChange, onRemove } = props;
  const text = { blockId, readOnly, mono: true };
  const { scope } = useReferenceScope(blockId);
  const type = typeOfReference(rule.field, scope);
  const options = useMemo(() => operatorOptions(type), [type]);
  const isCounted = isComplete(rule, findHoles);
  const problem = useMemo(
    () => (isCounted ? ruleProblem(rule, type, findHoles) : null),
    [isCounted, rule, type, findHoles],
  );
  const isStarted = rule.field.trim() !== '' || rule.value.trim() !== '';
  return (
    <fieldset
      data-entry
      {...(begins ? { 'data-begin': true } : {})}
      aria-label={label}
      className="flex min-w-0 flex-col gap-1.5"
    >
      <div className="flex min-w-0 items-center gap-1">
        <ReferenceInput
          {...text}
          lone
          aria-label={`Field of ${label}`}
          placeholder="<api.status>"
          value={rule.field}
          onChange={(field) => onChange({ ...rule, field })}
        />
        {readOnly || onRemove === null ? null : (
          <IconButton label={`Remove ${label}`} size="sm" onClick={onRemove}>
            <X />
          </IconButton>
        )}
      </div>
      <div className="grid min-w-0 grid-cols-2 gap-1.5 max-sm:grid-cols-1">
        <Select
          aria-label={`Operator of ${label}`}
          value={rule.operator}
          options={options}
          disabled={readOnly}
          onValueChange={(operator) => onChange({ ...rule, operator })}
        />
        {takesValue(rule.operator) ? (
          <ReferenceInput
            {...text}
            aria-label={`Value of ${label}`}
            placeholder="value"
            value={rule.value}
            invalid={problem?.at === 'value'}
            onChange={(value) => onChange({ ...rule, value })}
          />
        ) : null}
      </div>
      {isStarted && !isCounted ? (
        <p role="status" className="text-warning text-xs">
          Not part of the condition yet: choose one value of an earlier block, or a variable, as its field.
        </p>
      ) : null}
      {problem === null ? null : (
        <p role="status" className={cn('text-xs', problem.at === 'value' ? 'text-danger' : 'text-warning')}>
          {problem.words}
        </p>
      )}
    </fieldset>
  );
}
