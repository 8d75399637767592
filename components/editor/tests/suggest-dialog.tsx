'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { type ExpectationRule, MOST_RULES } from '@/lib/core/run-tests/rule';
import { client } from '@/lib/platform/http/client';
import { suggestRulesEndpoint } from '@/lib/services/run-tests/endpoints';
import type { RuleSuggestion, RunTest } from '@/lib/services/run-tests/schema';
import { errorWords } from '../../page/error-words';
import { LoadFailure } from '../../page/load-failure';
import { latestRunsQuery } from '../../run-tests/test-queries';
import { Button } from '../../ui/button';
import { Checkbox } from '../../ui/checkbox';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { countOf } from '../../ui/format-quantity';
import { formatExact } from '../../ui/format-time';
import { Notice } from '../../ui/notice';
import { Select } from '../../ui/select';
import { SkeletonRows } from '../../ui/skeleton';
import { useEditor } from '../store/editor-context';
import { RuleText } from './rule-text';
import type { TestActs } from './test-acts';

interface SuggestDialogProps {
  test: RunTest;
  acts: TestActs;
  onClose: () => void;
}

/** Suggests rules from another run of the workflow, of which some or all are added to a test. */
export function SuggestDialog({ test, acts, onClose }: SuggestDialogProps) {
  const workspaceId = useEditor((state) => state.workspaceId);
  const runs = useQuery(latestRunsQuery(workspaceId, test.workflowId));
  const [logId, setLogId] = useState('');
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const suggest = useMutation({
    mutationFn: async (chosen: string): Promise<RuleSuggestion> => {
      const params = { id: test.workflowId, testId: test.id };
      return (await client.call(suggestRulesEndpoint, { params, body: { logId: chosen } })).data;
    },
    meta: { quiet: true },
  });
  const add = useMutation({
    mutationFn: (rules: ExpectationRule[]) => acts.setRules(test, [...test.rules, ...rules]),
    onSuccess: (_, rules) => {
      toast.success(`The test has ${countOf(rules.length, 'new rule')}. Run it again.`);
      onClose();
    },
    meta: { quiet: true },
  });
  const choose = (chosen: string) => {
    setLogId(chosen);
    setLeft(new Set());
    add.reset();
    suggest.mutate(chosen);
  };
  const rules = suggest.data?.rules.filter((_, place) => !left.has(place)) ?? [];
  const options = (runs.data ?? [])
    .filter(({ id }) => id !== test.logId)
    .map(({ id, startedAt, status }) => ({
      value: id,
      label: `${formatExact(Date.parse(startedAt))}, ${status}`,
    }));
  const error = suggest.error ?? add.error;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Suggest rules for “${test.name}”`}
      description="Compares the test with another run. The rules allow what differs between the two."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={rules.length === 0 || test.rules.length + rules.length > MOST_RULES}
            busy={add.isPending}
            onClick={() => add.mutate(rules)}
          >
            {rules.length === 0 ? 'Add rules' : `Add ${countOf(rules.length, 'rule')}`}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {runs.isError ? <LoadFailure error={runs.error} onRetry={() => void runs.refetch()} /> : null}
        <Field
          label="Run"
          help={
            runs.isSuccess && options.length === 0 ? 'There is no other run of this workflow.' : undefined
          }
        >
          <Select
            value={logId}
            onValueChange={choose}
            options={options}
            placeholder="Choose a run"
            disabled={options.length === 0}
          />
        </Field>
        <div role="status" className="flex flex-col gap-3">
          {error === null ? null : <Notice tone="danger">{errorWords(error)}</Notice>}
          {suggest.isPending ? <SkeletonRows rows={3} className="h-6" /> : null}
          {suggest.isSuccess ? (
            <Suggested
              suggestion={suggest.data}
              left={left}
              onLeave={(place, isLeft) => {
                const next = new Set(left);
                if (isLeft) next.add(place);
                else next.delete(place);
                setLeft(next);
              }}
            />
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}

interface SuggestedProps {
  suggestion: RuleSuggestion;
  /** The places of the rules that are not added. */
  left: ReadonlySet<number>;
  onLeave: (place: number, isLeft: boolean) => void;
}

function Suggested({ suggestion: { rules, isComplete }, left, onLeave }: SuggestedProps) {
  if (rules.length === 0)
    return <p className="text-muted text-sm">The test needs no other rules for this run.</p>;
  return (
    <>
      <ul aria-label="Suggested rules" className="flex max-h-72 flex-col gap-1 overflow-y-auto">
        {rules.map((rule, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they come once and stay
          <li key={place}>
            <Checkbox
              checked={!left.has(place)}
              onCheckedChange={(isChosen) => onLeave(place, !isChosen)}
              label={<RuleText rule={rule} />}
            />
          </li>
        ))}
      </ul>
      {isComplete ? null : (
        <Notice tone="warning">
          The runs differ in more than rules can say. Choose a run that is more alike.
        </Notice>
      )}
    </>
  );
}
