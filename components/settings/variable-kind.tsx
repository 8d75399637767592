import { cn } from '@/components/ui/class-names';
import { useFormErrors } from '@/components/ui/field';
import { looksPlain, unmaskedInside, type VariableForm } from './variable-form';

interface VariableKindProps {
  form: VariableForm;
  onChange: (form: VariableForm) => void;
}

/** Secret or plain. A new variable has no default, because a guess would be wrong for one of the two. */
export function VariableKind({ form, onChange }: VariableKindProps) {
  const error = useFormErrors().plain;
  const looks = form.plain === null ? looksPlain(form) : null;
  const unmasked = form.plain === true ? null : unmaskedInside(form);
  return (
    <fieldset className="flex flex-col gap-2" aria-describedby={error ? 'variable-kind-error' : undefined}>
      <legend className="mb-1.5 font-medium text-sm">Type</legend>
      <Kind
        title="Secret"
        words="The value is never shown again, and masked in logs. Blocks get the real value."
        isChosen={form.plain === false}
        onChoose={() => onChange({ ...form, plain: false })}
      />
      <Kind
        title="Plain"
        words="Every member can read the value, and logs show it."
        note={looks === null ? null : `Proposed: this is ${looks}.`}
        isChosen={form.plain === true}
        onChoose={() => onChange({ ...form, plain: true })}
      />
      {unmasked === null ? null : (
        <p role="status" className="text-warning text-xs">
          {unmasked}
        </p>
      )}
      {error ? (
        <p id="variable-kind-error" role="alert" className="text-danger text-xs">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

interface KindProps {
  title: string;
  words: string;
  note?: string | null;
  isChosen: boolean;
  onChoose: () => void;
}

function Kind({ title, words, note = null, isChosen, onChoose }: KindProps) {
  return (
    <label
      className={cn(
        'flex cursor-pointer items-start gap-2.5 rounded-md border border-line px-3 py-2 text-sm',
        isChosen && 'border-accent',
      )}
    >
      <input
        type="radio"
        name="variable-kind"
        className="mt-0.5 accent-accent"
        checked={isChosen}
        onChange={onChoose}
      />
      <span>
        {title}
        <span className="block text-muted text-xs">{words}</span>
        {note === null ? null : <span className="block text-accent text-xs">{note}</span>}
      </span>
    </label>
  );
}
