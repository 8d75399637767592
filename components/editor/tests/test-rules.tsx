'use client';

import { X } from 'lucide-react';
import { toast } from 'sonner';
import { ruleWords } from '@/lib/core/run-tests/covering-rules';
import type { RunTest } from '@/lib/services/run-tests/schema';
import { errorWords } from '../../page/error-words';
import { useWorkspace } from '../../page/workspace-context';
import { IconButton } from '../../ui/icon-button';
import { RuleText } from './rule-text';
import type { TestActs } from './test-acts';

/** The rules of a test, which can be removed one by one. */
export function TestRules({ test, acts }: { test: RunTest; acts: TestActs }) {
  const { canWrite } = useWorkspace();
  const { rules } = test;
  if (rules.length === 0) return null;
  const remove = (place: number) => {
    acts
      .setRules(test, rules.toSpliced(place, 1))
      .catch((error: unknown) => toast.error(`Couldn’t change the test: ${errorWords(error)}`));
  };
  return (
    <section aria-label="Rules">
      <h3 className="mb-1 font-medium text-xs">Allowed</h3>
      <ul className="flex flex-col gap-0.5">
        {rules.map((rule, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two rules may be alike
          <li key={place} className="flex items-center gap-1 text-muted text-xs">
            <span className="wrap-anywhere min-w-0 flex-1">
              <RuleText rule={rule} />
            </span>
            {canWrite ? (
              <IconButton
                size="sm"
                label={`Remove the rule: ${ruleWords(rule)}`}
                onClick={() => remove(place)}
              >
                <X />
              </IconButton>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
