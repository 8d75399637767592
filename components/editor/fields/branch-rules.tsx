'use client';

import { Plus } from 'lucide-react';
import { Fragment, useRef } from 'react';
import { type FindHoles, isComplete } from '@/lib/core/blocks/condition/rules';
import { Button } from '../../ui/button';
import { focusAfter, TEXT_CONTROL } from '../../ui/focus-after';
import { Segmented } from '../../ui/segmented';
import { RuleRow } from './rule-row';
import type { useRuleRows } from './use-rule-rows';

const JOINS = [
  { value: 'all', label: 'All are true' },
  { value: 'any', label: 'Any is true' },
] as const;

export interface BranchRulesProps {
  blockId: string;
  /** Of the branch. */
  name: string;
  rows: NonNullable<ReturnType<typeof useRuleRows>>;
  findHoles: FindHoles;
  readOnly: boolean;
}

/** A branch without code: rules that must all hold, or any one of them. */
export function BranchRules({ blockId, name, rows, findHoles, readOnly }: BranchRulesProps) {
  const list = useRef<HTMLFieldSetElement>(null);
  const { rules, join } = rows;
  const entries = rules.map((rule, index) => ({ rule, index, id: `rule-${index}` }));
  /** The focus goes to what is left, as what had it is gone. */
  const remove = (index: number) =>
    focusAfter(
      () => rows.remove(index),
      () => list.current?.querySelector<HTMLElement>('[data-add-rule]'),
    );
  const add = () => {
    const ruleAdded = () => list.current?.querySelectorAll('[data-rule]')[rules.length];
    focusAfter(rows.add, () => ruleAdded()?.querySelector<HTMLElement>(TEXT_CONTROL));
  };
  return (
    <fieldset ref={list} aria-label={`Rules of ${name}`} className="flex min-w-0 flex-col gap-2">
      {rules.length < 2 ? null : readOnly ? (
        <p className="text-muted text-xs">{join === 'all' ? 'All are true' : 'Any is true'}</p>
      ) : (
        <Segmented
          aria-label={`Which rules of ${name} must be true`}
          value={join}
          options={JOINS}
          onValueChange={rows.setJoin}
          className="self-start"
        />
      )}
      {entries.map(({ rule, index, id }) => (
        <Fragment key={id}>
          {index === 0 ? null : (
            <p className="flex items-center gap-2 text-2xs text-muted">
              {join === 'all' ? 'and' : 'or'}
              <span className="h-px flex-1 bg-line" />
            </p>
          )}
          <RuleRow
            blockId={blockId}
            label={`rule ${index + 1} of ${name}`}
            begins={index === 0}
            rule={rule}
            readOnly={readOnly}
            isComplete={isComplete(rule, findHoles)}
            onChange={(next) => rows.setRule(index, next)}
            onRemove={rules.length < 2 ? null : () => remove(index)}
          />
        </Fragment>
      ))}
      {readOnly ? null : (
        <Button
          data-add-rule
          variant="ghost"
          size="sm"
          className="self-start"
          aria-label={`Add a rule to ${name}`}
          onClick={add}
        >
          <Plus aria-hidden />
          Add a rule
        </Button>
      )}
    </fieldset>
  );
}
