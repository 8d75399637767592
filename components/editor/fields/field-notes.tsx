import type { ReactNode } from 'react';

/** The notes under a field: its help and its problems. */
export function FieldNotes({ help, error }: { help?: string | undefined; error?: ReactNode }) {
  return (
    <>
      {help === undefined ? null : <p className="text-muted text-xs">{help}</p>}
      {error === undefined ? null : (
        <p role="alert" className="text-danger text-xs">
          {error}
        </p>
      )}
    </>
  );
}
