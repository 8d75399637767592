'use client';

import { Check, CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '../../ui/class-names';
import type { TextProblem } from '../code/json-problem';
import { syntaxLineClasses } from './text-frame';

export interface SyntaxLineProps {
  id: string;
  text: string;
  problem: TextProblem | null;
  /** Said when nothing is wrong. */
  fine: string;
  /** What can be done with the text. */
  children?: ReactNode;
}

/**
 * Under JSON and code, always there so that nothing moves: whether it can be read, and if not, where and why.
 */
export function SyntaxLine({ id, text, problem, fine, children }: SyntaxLineProps) {
  const isEmpty = text.trim() === '';
  return (
    <div className={cn(syntaxLineClasses, 'flex items-center gap-2 pr-0.5 pl-2.5 font-sans')}>
      <p
        id={id}
        role="status"
        className={cn(
          'flex min-w-0 flex-1 items-center gap-1.5 py-0.5 text-2xs text-faint',
          problem !== null && 'text-danger',
        )}
      >
        {problem !== null ? (
          <CircleAlert className="size-3 shrink-0" aria-hidden />
        ) : isEmpty ? null : (
          <Check className="size-3 shrink-0" aria-hidden />
        )}
        {problem === null ? (isEmpty ? 'Nothing yet' : fine) : `Line ${problem.line}: ${problem.message}`}
      </p>
      {children}
    </div>
  );
}
