'use client';

import { cn } from '../../ui/class-names';
import { TabsList, TabsTrigger } from '../../ui/tabs';
import { countOfTab, type FormTab, problemsOfField } from '../fields/form-layout';
import { useEditor } from '../store/editor-context';
import { shownProblems } from '../store/fresh-block';
import { problemsOfBlock } from '../store/lookups';
import { spanOf } from '../store/run-state';

export const LAST_RUN_TAB = 'last-run';

export interface FormTabsProps {
  tabs: readonly FormTab[];
  blockId: string;
}

/** The tabs of a block's form, each with a count of its contents and a mark for problems. */
export function FormTabs({ tabs, blockId }: FormTabsProps) {
  const span = useEditor((state) => spanOf(state.run.blocks[blockId]));
  return (
    <TabsList className="sticky top-0 z-10 flex-wrap gap-x-2.5 overflow-visible bg-surface px-3">
      {tabs.map((tab) => (
        <FieldsTab key={tab.id} tab={tab} blockId={blockId} />
      ))}
      <TabsTrigger value={LAST_RUN_TAB}>
        Last run
        {span === null ? null : (
          <span
            className={cn(
              'size-1.5 rounded-full bg-success-solid',
              span.status === 'error' && 'bg-danger-solid',
              span.status === 'warning' && 'bg-warning-solid',
              (span.status === 'skipped' || span.status === 'cancelled') && 'bg-line-strong',
            )}
          />
        )}
      </TabsTrigger>
    </TabsList>
  );
}

function FieldsTab({ tab, blockId }: { tab: FormTab; blockId: string }) {
  const count = useEditor(({ document }) => countOfTab(tab, document.blocks[blockId]?.config ?? {}));
  const isBroken = useEditor((state) => {
    const problems = problemsOfBlock(shownProblems(state), blockId);
    return tab.lines.flat().some((field) => problemsOfField(problems, field.name).length > 0);
  });
  return (
    <TabsTrigger value={tab.id} count={count} data-tab={tab.id}>
      {tab.title}
      {isBroken ? <ProblemDot /> : null}
    </TabsTrigger>
  );
}

function ProblemDot() {
  return (
    <>
      <span className="size-1.5 rounded-full bg-warning-solid" aria-hidden />
      <span className="sr-only">has problems</span>
    </>
  );
}
