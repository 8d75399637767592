'use client';

import type { Field } from '@/lib/core/blocks/field';
import { cn } from '../../ui/class-names';
import { fieldPairClasses } from '../../ui/field';
import { FieldNotes } from './field-notes';
import type { FieldProps } from './field-props';
import { linesOf } from './form-layout';
import { problemNote } from './problem-note';
import { problemsElsewhere, problemsOfMember } from './problem-places';

/** An object, drawn as a section with a field for each of its members. */
export function GroupField(props: FieldProps) {
  const { field, value, fallback, problems } = props;
  const given = { ...(fallback as object), ...(value as object) };
  const members = { ...field.memberDefaults?.(given), ...given };
  const shown = (field.members ?? []).filter(({ shownWhen }) => shownWhen?.(members) ?? true);
  const places = shown.map(({ name }) => `${field.name}.${name}`);
  return (
    <fieldset className="flex min-w-0 flex-col gap-4 border-line border-t pt-4">
      <legend className="sr-only">{field.label}</legend>
      <div aria-hidden className="font-semibold text-sm">
        {field.label}
      </div>
      <FieldNotes help={field.help} error={problemNote(problemsElsewhere(problems, places))} />
      {linesOf(shown).map((line) => (
        <div
          key={line[0]?.name}
          className={line.length > 1 ? cn(fieldPairClasses, 'grid-cols-2 gap-x-2') : 'min-w-0'}
        >
          {line.map((member) => (
            <GroupMember key={member.name} {...props} member={member} fallback={members} />
          ))}
        </div>
      ))}
    </fieldset>
  );
}

function GroupMember({ member, ...group }: FieldProps & { member: Field }) {
  const { value, fallback, onChange, form, field, problems, ...props } = group;
  const given = (value ?? {}) as Readonly<Record<string, unknown>>;
  const Control = form.control(member.kind);
  if (Control === undefined) return null;
  const change = (next: unknown) => {
    const { [member.name]: _, ...others } = given;
    const changed = next === undefined ? others : { ...others, [member.name]: next };
    onChange(Object.keys(changed).length === 0 ? undefined : changed);
  };
  return (
    <Control
      {...props}
      form={form}
      field={member}
      value={given[member.name]}
      fallback={(fallback as typeof given | undefined)?.[member.name]}
      problems={problemsOfMember(problems, field.name, member.name)}
      onChange={change}
    />
  );
}
