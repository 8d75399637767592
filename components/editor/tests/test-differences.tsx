'use client';

import { toast } from 'sonner';
import { coveringRules, ruleWords } from '@/lib/core/run-tests/covering-rules';
import { differenceWords } from '@/lib/core/run-tests/difference-words';
import type { ExpectationRule } from '@/lib/core/run-tests/rule';
import type { TestDifference } from '@/lib/core/run-tests/test-difference';
import type { RunTest, TestResult } from '@/lib/services/run-tests/schema';
import { errorWords } from '../../page/error-words';
import { useWorkspace } from '../../page/workspace-context';
import { Button } from '../../ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '../../ui/dropdown-menu';
import { Notice } from '../../ui/notice';
import { useEditor } from '../store/editor-context';
import type { TestActs } from './test-acts';

interface TestDifferencesProps {
  test: RunTest;
  result: TestResult | undefined;
  acts: TestActs;
  onGoTo: (blockId: string) => void;
}

/** What differed in the last run of a test, each difference with the rules that would allow it. */
export function TestDifferences({ test, result, acts, onGoTo }: TestDifferencesProps) {
  if (result === undefined) return <p className="text-muted text-sm">Run it to see its result.</p>;
  const { problem, differences, differenceCount, doubts, status } = result;
  const allow = (rule: ExpectationRule) => {
    acts.setRules(test, [...test.rules, rule]).then(
      () => toast.success(`The test allows ${ruleWords(rule)}. Run it again.`),
      (error: unknown) => toast.error(`Couldn’t change the test: ${errorWords(error)}`),
    );
  };
  return (
    <>
      {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
      {status === 'passed' ? <p className="text-muted text-sm">Everything is as expected.</p> : null}
      {differences.length === 0 ? null : (
        <ul aria-label="Differences" className="flex flex-col gap-2">
          {differences.map((difference, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: they come once and stay
            <DifferenceItem key={index} difference={difference} onAllow={allow} onGoTo={onGoTo} />
          ))}
        </ul>
      )}
      {differenceCount > differences.length ? (
        <p className="text-muted text-xs">These are the first {differences.length}.</p>
      ) : null}
      {doubts.length === 0 || status === 'passed' ? null : (
        <Notice tone="info" title="The result may differ although nothing was changed">
          <ul className="list-disc pl-4">
            {[...new Set(doubts.map(({ message }) => message))].map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}

interface DifferenceItemProps {
  difference: TestDifference;
  onAllow: (rule: ExpectationRule) => void;
  onGoTo: (blockId: string) => void;
}

function DifferenceItem({ difference, onAllow, onGoTo }: DifferenceItemProps) {
  const { canWrite } = useWorkspace();
  const { blockId } = difference;
  const isThere = useEditor((state) => blockId !== null && state.document.blocks[blockId] !== undefined);
  const rules = canWrite ? coveringRules(difference) : [];
  return (
    <li className="flex flex-col gap-1 rounded-md border border-line bg-canvas p-2">
      <p className="wrap-anywhere text-sm">{differenceWords(difference)}</p>
      <div className="flex flex-wrap gap-1">
        {isThere && blockId !== null ? (
          <Button size="sm" variant="ghost" onClick={() => onGoTo(blockId)}>
            Go to block
          </Button>
        ) : null}
        {rules.length === 0 ? null : (
          <DropdownMenu>
            <DropdownMenuTrigger asChild>
              <Button size="sm" variant="ghost">
                Allow…
              </Button>
            </DropdownMenuTrigger>
            <DropdownMenuContent align="start">
              {rules.map((rule) => (
                <DropdownMenuItem key={`${rule.allow} ${rule.path}`} onSelect={() => onAllow(rule)}>
                  {capitalized(ruleWords(rule))}
                </DropdownMenuItem>
              ))}
            </DropdownMenuContent>
          </DropdownMenu>
        )}
      </div>
    </li>
  );
}

const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
