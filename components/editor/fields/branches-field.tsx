'use client';

import { Input } from '../../ui/input';
import { ReferenceInput } from '../references/reference-input';
import { type Branch, branchesOf, nameOfBranch, withNewBranch } from './branch-list';
import type { FieldProps } from './field-props';
import { RowCard, RowCards, type RowProps } from './row-cards';
import { moveRow, withoutRow, withRow } from './row-list';

/** The branches of a condition, tried from the top: each has a name and an expression, and is a port. */
export function BranchesField({ field, blockId, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const branches = branchesOf(value ?? fallback);
  return (
    <RowCards
      field={field}
      problems={problems}
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
          onChange={(next) => onChange(withRow(branches, index, next))}
          onRemove={() => onChange(withoutRow(branches, index))}
          onMove={(from, to) => onChange(moveRow(branches, from, to))}
        />
      ))}
    </RowCards>
  );
}

interface BranchRowProps extends RowProps<Branch> {
  blockId: string;
  placeholder: string | undefined;
}

function BranchRow(props: BranchRowProps) {
  const { blockId, row: branch, index, placeholder, readOnly, onChange, onRemove, onMove } = props;
  const name = nameOfBranch(branch, index);
  return (
    <RowCard index={index} label={name} onMove={onMove} readOnly={readOnly} onRemove={onRemove}>
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <Input
          aria-label={`Name of branch ${index + 1}`}
          placeholder={`Branch ${index + 1}`}
          value={branch.label}
          readOnly={readOnly}
          onChange={(event) => onChange({ ...branch, label: event.target.value })}
        />
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
          onChange={(expression) => onChange({ ...branch, expression })}
        />
      </div>
    </RowCard>
  );
}
