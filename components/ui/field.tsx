'use client';

import { createContext, type ReactNode, useContext, useId } from 'react';
import { cn } from './class-names';

interface FieldIds {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
  required: boolean;
}

const FieldContext = createContext<FieldIds | null>(null);

/** The messages of a form, by the names of its fields. */
export const FormErrors = createContext<Readonly<Partial<Record<string, string>>>>({});

export const useFormErrors = () => useContext(FormErrors);

export interface FieldProps {
  label: ReactNode;
  /** Under which the form around it has the error. */
  name?: string;
  help?: ReactNode;
  /** An instruction for the person; marks the control invalid. */
  error?: ReactNode;
  required?: boolean;
  /** Right of the label, for example an "optional" mark or a link. */
  aside?: ReactNode;
  className?: string;
  /** The control: Input, Textarea, Select … take their id and aria attributes from here. */
  children: ReactNode;
}

export function Field(props: FieldProps) {
  const { label, name, help, required = false, aside, className, children } = props;
  const id = useId();
  const errors = useFormErrors();
  const error = (name === undefined ? undefined : errors[name]) ?? props.error;
  const describedBy = [help ? `${id}-help` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return (
    <div data-field className={cn('flex flex-col gap-1.5', className)}>
      <div className="flex items-center justify-between gap-2">
        <label id={`${id}-label`} htmlFor={id} className="font-medium text-ink text-sm">
          {label}
        </label>
        {aside ? <span className="flex text-faint text-xs">{aside}</span> : null}
      </div>
      <FieldContext value={{ id, describedBy: describedBy || undefined, invalid: Boolean(error), required }}>
        {children}
      </FieldContext>
      {help ? (
        <p id={`${id}-help`} className="text-muted text-xs">
          {help}
        </p>
      ) : null}
      {error ? (
        <p id={`${id}-error`} role="alert" className="text-danger text-xs">
          {error}
        </p>
      ) : null}
    </div>
  );
}

/**
 * For a grid of two fields in one line: labels and controls stand side by side, and help and errors take the
 * whole width below.
 */
export const fieldPairClasses = cn(
  'grid items-start gap-y-1.5 [&>[data-field]]:contents [&>[data-field]>:nth-child(1)]:row-start-1',
  '[&>[data-field]>:nth-child(2)]:row-start-2 [&>[data-field]>:nth-child(n+3)]:col-span-full',
);

/** The same for a grid whose fields each stand in an element without a box of its own. */
export const wrappedPairClasses = cn(
  'grid items-start gap-y-1.5 [&>*>[data-field]]:contents [&>*>[data-field]>:nth-child(1)]:row-start-1',
  '[&>*>[data-field]>:nth-child(2)]:row-start-2 [&>*>[data-field]>:nth-child(n+3)]:col-span-full',
);

/** Returns the id of the label's text, for controls without `<label for>`; undefined outside a Field. */
export function useFieldLabelId(): string | undefined {
  const field = useContext(FieldContext);
  return field ? `${field.id}-label` : undefined;
}

/** Returns the id and aria attributes of a control inside a Field; empty outside one. */
export function useFieldControl() {
  const field = useContext(FieldContext);
  if (!field) return {};
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  };
}
