'use client';

import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react';
import { FormErrors } from '../ui/field';
import { Notice } from '../ui/notice';
import { errorWords, fieldErrors } from './error-words';

type Problems = Readonly<Partial<Record<string, string>>>;

const NONE: Problems = {};

export interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit'> {
  /** Why the server refused the form; null if it did not. */
  error: unknown;
  /** What the form itself finds wrong, by field: shown from the attempt to submit it on. */
  problems?: Problems;
  /** Replaces the notice above the fields. */
  notice?: ReactNode;
  /** Called if there are no problems. */
  onSubmit: () => void;
}

/**
 * A form whose fields are the caller's state, so that nothing typed is lost when it is refused. Each
 * message stands at the `Field` of its name, or above all fields if it concerns none; the first such field
 * gets the focus.
 */
export function Form({ error, problems = NONE, notice, onSubmit, children, ...props }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const submittedFrom = useRef<Element>(null);
  const [attempt, setAttempt] = useState<{ isRefused: boolean } | null>(null);
  const refusals = fieldErrors(error);
  const found = Object.entries(problems).filter(([, message]) => message !== undefined);
  const errors = attempt?.isRefused ? { ...refusals, ...Object.fromEntries(found) } : refusals;
  useEffect(() => {
    if (attempt?.isRefused) focusFirstError(form.current, submittedFrom.current);
  }, [attempt]);
  useEffect(() => {
    if (error) focusFirstError(form.current, submittedFrom.current);
  }, [error]);
  return (
    <form
      ref={form}
      className="flex flex-col gap-4"
      {...props}
      onSubmit={(event) => {
        event.preventDefault();
        const isRefused = found.length > 0;
        submittedFrom.current = document.activeElement;
        setAttempt({ isRefused });
        if (!isRefused) onSubmit();
      }}
    >
      {notice === undefined && isRefusedAsAWhole(error) ? (
        <Notice tone="danger">{errorWords(error)}</Notice>
      ) : (
        notice
      )}
      <FormErrors value={errors}>{children}</FormErrors>
    </form>
  );
}

/** True if the error concerns no field. */
export const isRefusedAsAWhole = (error: unknown): boolean =>
  Boolean(error) && Object.keys(fieldErrors(error)).length === 0;

/** Leaves the focus to people who have gone on to something else since they submitted the form. */
function focusFirstError(form: HTMLFormElement | null, submittedFrom: Element | null): void {
  const focused = document.activeElement;
  if (form === null || (focused !== submittedFrom && focused?.contains(form) === false)) return;
  form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
}
