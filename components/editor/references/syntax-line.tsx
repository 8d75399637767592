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
  /** Shown if there is no problem. */
  fine: string;
  /** The actions on the text. */
  children?: ReactNode;
}

/**
 * The line under JSON and code, always shown so that nothing moves: valid, or the place of the problem.
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
