import type { ReactNode } from 'react';
import type { WorkflowProblem } from '@/lib/core/workflow/schema';
import { missingVariable } from '../document/quick-fixes';
import { CreateVariable } from '../references/create-variable';
import { problemWords } from './field-props';

/** Returns the note under an input: the messages of its problems, and buttons that fix them. */
export function problemNote(problems: readonly WorkflowProblem[]): ReactNode | undefined {
  const words = problemWords(problems);
  if (words === undefined) return undefined;
  const names = problems.flatMap((problem) => missingVariable(problem) ?? []);
  if (names.length === 0) return words;
  return (
    <>
      {words}
      <span className="mt-1.5 flex flex-wrap gap-1.5">
        {[...new Set(names)].map((name) => (
          <CreateVariable key={name} name={name} />
        ))}
      </span>
    </>
  );
}
