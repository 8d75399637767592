import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { PasswordInput } from '@/components/ui/password-input';
import { Switch } from '@/components/ui/switch';
import type { Variable } from '@/lib/services/variables/schema';
import { keepsEmpty, type VariableForm } from './variable-form';

interface VariableValuesProps {
  form: VariableForm;
  stored: Variable | null;
  autoFocus: boolean;
  onChange: (form: VariableForm) => void;
}

const UNCHANGED = 'Unchanged';

/** The value, or one for drafts and one for live versions. */
export function VariableValues({ form, stored, autoFocus, onChange }: VariableValuesProps) {
  const { value, hasLive, liveValue, plain } = form;
  const ValueInput = plain === true ? Input : PasswordInput;
  const keeps = keepsEmpty(stored);
  return (
    <>
      <Field
        name="value"
        label={hasLive ? 'Draft value' : 'Value'}
        {...(hasLive
          ? { help: 'Used by Run and Send in the editor, and by workflows without a version.' }
          : {})}
      >
        <ValueInput
          autoFocus={autoFocus}
          autoComplete={plain === true ? 'off' : 'new-password'}
          className="font-mono"
          placeholder={keeps ? UNCHANGED : ''}
          value={value}
          onChange={(event) => onChange({ ...form, value: event.target.value })}
        />
      </Field>
      <div className="flex items-start gap-3">
        <Switch
          id="variable-live"
          checked={hasLive}
          onCheckedChange={(next) => onChange({ ...form, hasLive: next })}
        />
        <label htmlFor="variable-live" className="text-sm">
          Another value for live versions
          <span className="block text-muted text-xs">
            {hasLive ? 'Drafts never use the live value.' : 'Drafts and live versions use the same value.'}
          </span>
        </label>
      </div>
      {hasLive ? (
        <Field
          name="liveValue"
          label="Live value"
          help="Used by published versions, and by the workflows that they call."
        >
          <ValueInput
            autoComplete={plain === true ? 'off' : 'new-password'}
            className="font-mono"
            placeholder={keeps && stored?.sameForLive === false ? UNCHANGED : ''}
            value={liveValue}
            onChange={(event) => onChange({ ...form, liveValue: event.target.value })}
          />
        </Field>
      ) : null}
    </>
  );
}
