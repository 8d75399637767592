'use client';

import { Plus, X } from 'lucide-react';
import { Fragment, useRef } from 'react';
import {
  type FindHoles,
  isGroup,
  type Rule,
  type RuleGroup,
  type Rules,
  withOptionalField,
} from '@/lib/core/blocks/condition/rules';
import { Button } from '../../ui/button';
import { focusAfter, TEXT_CONTROL } from '../../ui/focus-after';
import { IconButton } from '../../ui/icon-button';
import { Segmented } from '../../ui/segmented';
import { withoutRow, withRow } from './row-list';
import { RuleRow } from './rule-row';
import { BLANK } from './use-rule-rows';

const JOINS = [
  { value: 'all', label: 'All are true' },
  { value: 'any', label: 'Any is true' },
] as const;

export interface BranchRulesProps {
  blockId: string;
  /** The name of the branch, or of a group in it. */
  name: string;
  rules: Rules;
  /** If true, the focus of a new block's form starts in the first row. */
  begins?: boolean;
  onChange: (rules: Rules) => void;
  findHoles: FindHoles;
  readOnly: boolean;
}

/** A branch without code: rules that must all hold, or any one of them; some in groups of their own. */
export function BranchRules({ rules: { join, rules }, begins = true, ...props }: BranchRulesProps) {
  const { name, onChange, readOnly } = props;
  const list = useRef<HTMLFieldSetElement>(null);
  const entries = rules.map((entry, index) => ({ entry, index, id: `rule-${index}` }));
  const set = (index: number, entry: Rule | RuleGroup) =>
    onChange({ join, rules: withRow(rules, index, entry) });
  /** Removes a row; the focus moves to the buttons that stay, as the focused one is gone. */
  const remove = (index: number) =>
    focusAfter(
      () => onChange({ join, rules: withoutRow(rules, index) }),
      () => list.current?.querySelector<HTMLElement>(':scope > [data-adds] button'),
    );
  const add = (entry: Rule | RuleGroup) => {
    const added = () => list.current?.querySelectorAll(':scope > [data-entry]')[rules.length];
    focusAfter(
      () => set(rules.length, entry),
      () => added()?.querySelector<HTMLElement>(TEXT_CONTROL),
    );
  };
  return (
    <fieldset ref={list} aria-label={`Rules of ${name}`} className="flex min-w-0 flex-col gap-2">
      {rules.length < 2 ? null : (
        <Join
          name={name}
          join={join}
          readOnly={readOnly}
          onChange={(next) => onChange({ join: next, rules })}
        />
      )}
      {entries.map(({ entry, index, id }) => (
        <Fragment key={id}>
          {index === 0 ? null : (
            <p className="flex items-center gap-2 text-2xs text-muted">
              {join === 'all' ? 'and' : 'or'}
              <span className="h-px flex-1 bg-line" />
            </p>
          )}
          <Entry
            {...props}
            entry={entry}
            index={index}
            begins={begins && index === 0}
            onChange={(next) => set(index, next)}
            onRemove={rules.length < 2 ? null : () => remove(index)}
          />
        </Fragment>
      ))}
      {readOnly ? null : <AddButtons name={name} isGrouped={!begins} join={join} onAdd={add} />}
    </fieldset>
  );
}

interface JoinProps {
  name: string;
  join: Rules['join'];
  readOnly: boolean;
  onChange: (join: Rules['join']) => void;
}

function Join({ name, join, readOnly, onChange }: JoinProps) {
  if (readOnly)
    return <p className="text-muted text-xs">{join === 'all' ? 'All are true' : 'Any is true'}</p>;
  return (
    <Segmented
      aria-label={`Which rules of ${name} must be true`}
      value={join}
      options={JOINS}
      onValueChange={onChange}
      className="self-start"
    />
  );
}

interface EntryProps extends Omit<BranchRulesProps, 'rules' | 'onChange'> {
  entry: Rule | RuleGroup;
  index: number;
  onChange: (entry: Rule | RuleGroup) => void;
  /** Null for the only rule. */
  onRemove: (() => void) | null;
}

function Entry({ entry, index, onChange, onRemove, ...props }: EntryProps) {
  const { name, blockId, readOnly, findHoles, begins = false } = props;
  if (!isGroup(entry))
    return (
      <RuleRow
        blockId={blockId}
        label={`rule ${index + 1} of ${name}`}
        begins={begins}
        rule={entry}
        readOnly={readOnly}
        findHoles={findHoles}
        onChange={(rule) => onChange(withOptionalField(rule))}
        onRemove={onRemove}
      />
    );
  const group = `group ${index + 1} of ${name}`;
  return (
    <div data-entry className="flex min-w-0 items-start gap-1">
      <div className="min-w-0 flex-1 rounded-md border border-line bg-sunken p-2">
        <BranchRules
          {...props}
          name={group}
          begins={false}
          rules={entry}
          onChange={({ join, rules }) =>
            onChange({ join, rules: rules.filter((rule): rule is Rule => !isGroup(rule)) })
          }
        />
      </div>
      {readOnly || onRemove === null ? null : (
        <IconButton label={`Remove ${group}`} size="sm" onClick={onRemove}>
          <X />
        </IconButton>
      )}
    </div>
  );
}

interface AddButtonsProps {
  name: string;
  isGrouped: boolean;
  join: Rules['join'];
  onAdd: (entry: Rule | RuleGroup) => void;
}

/** Adds groups joined by the other operator: with the same one, a group would mean nothing of its own. */
function AddButtons({ name, isGrouped, join, onAdd }: AddButtonsProps) {
  return (
    <div data-adds className="flex flex-wrap gap-1">
      <Button variant="ghost" size="sm" aria-label={`Add a rule to ${name}`} onClick={() => onAdd(BLANK)}>
        <Plus aria-hidden />
        Add a rule
      </Button>
      {isGrouped ? null : (
        <Button
          variant="ghost"
          size="sm"
          aria-label={`Add a group to ${name}`}
          onClick={() => onAdd({ join: join === 'all' ? 'any' : 'all', rules: [BLANK, BLANK] })}
        >
          <Plus aria-hidden />
          Add a group
        </Button>
      )}
    </div>
  );
}
