'use client';

import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import { countOf } from '../../ui/format-quantity';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover';
import { ProblemRows } from '../problems/problem-rows';
import { useEditor } from '../store/editor-context';
import { shownProblems } from '../store/fresh-block';

/** Lists the workflow's problems; a click leads to the place to fix one. */
export function ProblemList() {
  const problems = useEditor(shownProblems);
  // Once the last problem is fixed the list is closed, so that it doesn't open by itself at the next one.
  return problems.length === 0 ? null : <ProblemButton problems={problems} />;
}

function ProblemButton({ problems }: { problems: ReturnType<typeof shownProblems> }) {
  const [isOpen, setOpen] = useState(false);
  const hasGoneOn = useRef(false);
  const hasErrors = problems.some((problem) => problem.severity === 'error');
  const goOn = () => {
    hasGoneOn.current = true;
    setOpen(false);
  };
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          className={cn('tabular', hasErrors ? 'text-danger' : 'text-warning')}
        >
          {hasErrors ? <CircleAlert aria-hidden /> : <TriangleAlert aria-hidden />}
          <span aria-hidden className="@4xl/bar:hidden">
            {problems.length}
          </span>
          <span className="@max-4xl/bar:sr-only">{countOf(problems.length, 'problem')}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent
        aria-label="Problems"
        align="end"
        className="w-96 max-w-[calc(100vw-1rem)] p-1"
        // The place that a problem leads to takes the focus.
        onCloseAutoFocus={(event) => {
          if (hasGoneOn.current) event.preventDefault();
          hasGoneOn.current = false;
        }}
      >
        <ProblemRows label="Problems" problems={problems} onGo={goOn} onAsk={goOn} />
      </PopoverContent>
    </Popover>
  );
}
