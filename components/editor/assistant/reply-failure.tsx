'use client';

import { adviceFor } from '../../page/error-advice';
import { errorWords } from '../../page/error-words';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';

interface ReplyFailureProps {
  /** The failure of the model or its provider; null when the request itself failed with `error`. */
  reply: { code: string; message: string; problems: readonly string[] } | null;
  error: unknown;
  onAgain: () => void;
}

/** Explains why there is no usable reply. */
export function ReplyFailure({ reply, error, onAgain }: ReplyFailureProps) {
  const advice = reply === null ? null : adviceFor(reply.code);
  return (
    <Notice
      tone="danger"
      title={reply === null ? errorWords(error) : reply.message}
      action={
        <Button size="sm" onClick={onAgain}>
          Ask again
        </Button>
      }
    >
      {advice === null ? null : <p>{advice}</p>}
      {reply === null || reply.problems.length === 0 ? null : (
        <ul className="mt-1 flex list-disc flex-col gap-1 pl-4 text-xs">
          {reply.problems.map((problem) => (
            <li key={problem} className="break-words">
              {problem}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
