'use client';

import { Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../ui/button';
import { IconButton } from '../../ui/icon-button';
import { Input } from '../../ui/input';
import { ReferenceInput } from '../references/reference-input';
import { type Branch, branchesOf, nameOfBranch, withNewBranch } from './branch-list';
import { FieldNotes } from './field-notes';
import { type FieldProps, problemWords } from './field-props';
import { RowGrip, RowPlace } from './row-grip';
import { moveRow, withoutRow, withRow } from './row-list';

/** Ways on, tried from the top: each a name and an expression, each a port of the block. */
export function BranchesField({ field, blockId, value, fallback, onChange, problems, readOnly }: FieldProps) {
  const branches = branchesOf(value ?? fallback);
  const list = useRef<HTMLFieldSetElement>(null);
  const add = () => {
    onChange(withNewBranch(branches));
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-branch="${branches.length}"] input`)?.focus(),
    );
  };
  return (
    <fieldset ref={list} className="flex min-w-0 flex-col gap-2" data-rows>
      <legend className="mb-1.5 font-medium text-sm">{field.label}</legend>
      {branches.map((branch, index) => (
        <BranchRow
          key={branch.id}
          blockId={blockId}
          branch={branch}
          index={index}
          placeholder={field.placeholder}
          readOnly={readOnly}
          onChange={(next) => onChange(withRow(branches, index, next))}
          onRemove={() => onChange(withoutRow(branches, index))}
          onMove={(from, to) => onChange(moveRow(branches, from, to))}
        />
      ))}
      {readOnly ? null : (
        <Button size="sm" className="self-start" onClick={add}>
          <Plus aria-hidden />
          Add a branch
        </Button>
      )}
      <FieldNotes help={field.help} error={problemWords(problems)} />
    </fieldset>
  );
}

interface BranchRowProps {
  blockId: string;
  branch: Branch;
  index: number;
  placeholder: string | undefined;
  readOnly: boolean;
  onChange: (branch: Branch) => void;
  onRemove: () => void;
  onMove: (from: number, to: number) => void;
}

function BranchRow({
  blockId,
  branch,
  index,
  placeholder,
  readOnly,
  onChange,
  onRemove,
  onMove,
}: BranchRowProps) {
  const name = nameOfBranch(branch, index);
  return (
    <RowPlace
      index={index}
      label={name}
      onMove={onMove}
      className="flex gap-1 rounded-lg border border-line bg-canvas p-2 pl-1"
    >
      {readOnly ? null : <RowGrip index={index} label={name} onMove={onMove} />}
      <div data-branch={index} className="flex min-w-0 flex-1 flex-col gap-1.5">
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
      {readOnly ? null : (
        <IconButton label={`Remove ${name}`} onClick={onRemove}>
          <X />
        </IconButton>
      )}
    </RowPlace>
  );
}
