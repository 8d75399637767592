'use client';

import { cn } from '../../ui/class-names';

const WORDS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No Content',
  301: 'Moved Permanently',
  302: 'Found',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  410: 'Gone',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
};

/** The response's status as number and word; a click uses it as a reference. */
export function StatusChip({ status, onPick }: { status: number | null; onPick?: () => void }) {
  const tone =
    status === null || status >= 500
      ? 'bg-danger-soft text-danger'
      : status >= 400
        ? 'bg-warning-soft text-warning'
        : 'bg-success-soft text-success';
  const classes = cn(
    'tabular inline-flex h-7 shrink-0 items-center whitespace-nowrap rounded-md px-2 font-medium text-sm',
    tone,
  );
  if (status === null) return <span className={classes}>No response</span>;
  if (onPick === undefined)
    return (
      <span className={classes}>
        {status} {WORDS[status] ?? ''}
      </span>
    );
  return (
    <button type="button" onClick={onPick} title="Use the status" className={classes}>
      {status} {WORDS[status] ?? ''}
    </button>
  );
}
