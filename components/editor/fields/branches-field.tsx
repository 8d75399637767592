'use client';

import { useState } from 'react';
import { Input } from '../../ui/input';
import { Segmented } from '../../ui/segmented';
import { ReferenceInput } from '../references/reference-input';
import { useFindHoles } from '../references/use-find-holes';
import { type Branch, branchesOf, nameOfBranch, withNewBranch } from './branch-list';
import { BranchRules } from './branch-rules';
import type { FieldProps } from './field-props';
import { RowCard, RowCards, type RowProps } from './row-cards';
import { actsOfRow } from './row-list';
import { problemsByRow } from './row-problems';
import { useRuleRows } from './use-rule-rows';

/** The branches of a condition, tried from the top: each has a name and rules or code, and is a port. */
export function BranchesField({ field, blockId, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const branches = branchesOf(value ?? fallback);
  const { byRow, others } = problemsByRow(problems, field.name);
  return (
    <RowCards
      field={field}
      problems={others}
      readOnly={readOnly}
      addLabel="Add a branch"
      onAdd={() => onChange(withNewBranch(branches))}
      focusesAdded
    >
      {branches.map((branch, index) => (
        <BranchRow
          key={branch.id}
          blockId={blockId}
          row={branch}
          index={index}
          placeholder={field.placeholder}
          readOnly={readOnly}
          problem={byRow.get(index)?.words}
          {...actsOfRow(branches, index, onChange)}
        />
      ))}
    </RowCards>
  );
}

interface BranchRowProps extends RowProps<Branch> {
  blockId: string;
  placeholder: string | undefined;
}

const MODES = [
  { value: 'rules', label: 'Rules' },
  { value: 'code', label: 'Code' },
] as const;
type Mode = (typeof MODES)[number]['value'];

function BranchRow(props: BranchRowProps) {
  const { blockId, row: branch, placeholder, onChange, ...card } = props;
  const { index, readOnly } = card;
  const name = nameOfBranch(branch, index);
  const findHoles = useFindHoles(blockId);
  const setExpression = (expression: string) => onChange({ ...branch, expression });
  const rows = useRuleRows(branch.expression, findHoles, setExpression);
  const [mode, setMode] = useState<Mode>(rows === null ? 'code' : 'rules');
  return (
    <RowCard {...card} label={name}>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <div className="flex min-w-0 gap-1.5">
          <Input
            aria-label={`Name of branch ${index + 1}`}
            placeholder={`Branch ${index + 1}`}
            value={branch.label}
            readOnly={readOnly}
            onChange={(event) => onChange({ ...branch, label: event.target.value })}
          />
          <Segmented
            aria-label={`How ${name} is written`}
            value={mode}
            options={MODES}
            onValueChange={setMode}
            className="shrink-0"
          />
        </div>
        {mode === 'rules' && rows !== null ? (
          <>
            <BranchRules
              blockId={blockId}
              name={name}
              findHoles={findHoles}
              readOnly={readOnly}
              rules={rows.rules}
              onChange={rows.change}
            />
            {branch.expression === '' ? null : (
              <p className="wrap-anywhere font-mono text-2xs text-faint" title="The expression that runs">
                {branch.expression}
              </p>
            )}
          </>
        ) : (
          <ReferenceInput
            aria-label={`Expression of ${name}`}
            blockId={blockId}
            value={branch.expression}
            placeholder={placeholder}
            readOnly={readOnly}
            multiline
            mono
            language="expression"
            minRows={2}
            onChange={setExpression}
          />
        )}
        {mode === 'rules' && rows === null ? (
          <p role="status" className="text-muted text-xs">
            Can’t be shown as rules: they compare one reference each, joined by && and ||, in groups one deep.
          </p>
        ) : null}
      </div>
    </RowCard>
  );
}
