'use client';

import { ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import type { RunTest, TestResult } from '@/lib/services/run-tests/schema';
import { Badge } from '../../ui/badge';
import { cn } from '../../ui/class-names';
import { countOf } from '../../ui/format-quantity';
import { Status, type StatusKind } from '../../ui/status';
import type { TestActs } from './test-acts';
import { TestDifferences } from './test-differences';
import { TestMenu } from './test-menu';
import { TestRules } from './test-rules';

export interface TestItemProps {
  test: RunTest;
  /** Undefined until it was run. */
  result: TestResult | undefined;
  isRunning: boolean;
  acts: TestActs;
  onRun: () => void;
  onGoTo: (blockId: string) => void;
}

/** One test: its last result, and on demand what differs and its rules. */
export function TestItem({ test, result, isRunning, acts, onRun, onGoTo }: TestItemProps) {
  const [isOpen, setOpen] = useState(false);
  const details = useId();
  const { kind, label } = statusOf(result, isRunning);
  return (
    <li className="rounded-lg border border-line bg-surface">
      <div className="flex items-center gap-1 p-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? details : undefined}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 py-1 text-left text-sm hover:bg-hover"
        >
          <ChevronRight className={cn('size-4 shrink-0 text-faint', isOpen && 'rotate-90')} aria-hidden />
          <span className="min-w-0 flex-1 truncate font-medium">{test.name}</span>
          <Status kind={kind} label={label} />
        </button>
        <TestMenu test={test} result={result} acts={acts} onRun={onRun} isRunning={isRunning} />
      </div>
      {isOpen ? (
        <div id={details} className="flex flex-col gap-3 border-line border-t p-3">
          {test.tags.length === 0 ? null : (
            <p className="flex flex-wrap gap-1">
              {test.tags.map((tag) => (
                <Badge key={tag}>{tag}</Badge>
              ))}
            </p>
          )}
          <TestDifferences test={test} result={result} acts={acts} onGoTo={onGoTo} />
          <TestRules test={test} acts={acts} />
        </div>
      ) : null}
    </li>
  );
}

function statusOf(result: TestResult | undefined, isRunning: boolean): { kind: StatusKind; label: string } {
  if (isRunning) return { kind: 'running', label: 'Running' };
  if (result === undefined) return { kind: 'queued', label: 'Not run' };
  if (result.status === 'passed') return { kind: 'success', label: 'Passed' };
  const { differenceCount } = result;
  return { kind: 'error', label: differenceCount === 0 ? 'Failed' : countOf(differenceCount, 'difference') };
}
