import type { ReactNode } from 'react';

export interface FormGroupProps {
  legend: string;
  help: string;
  error?: string | undefined;
  children: ReactNode;
}

/** Inputs of one question. */
export function FormGroup({ legend, help, error, children }: FormGroupProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-medium">{legend}</legend>
      <p className="mb-2.5 text-muted text-xs">{help}</p>
      {children}
      {error ? (
        <p role="alert" className="mt-2 text-danger text-xs">
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}
