'use client';

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FlaskConical, Play } from 'lucide-react';
import { useMemo } from 'react';
import type { RunTest } from '@/lib/services/run-tests/schema';
import { LoadFailure } from '../../page/load-failure';
import { useWorkspace } from '../../page/workspace-context';
import { testsQuery } from '../../run-tests/test-queries';
import { Button } from '../../ui/button';
import { Drawer } from '../../ui/drawer';
import { EmptyState } from '../../ui/empty-state';
import { Notice } from '../../ui/notice';
import { ResizeEdge } from '../../ui/resize-edge';
import { type SizeRule, useSavedSize } from '../../ui/saved-size';
import { SkeletonRows } from '../../ui/skeleton';
import { useEditor, useEditorStore } from '../store/editor-context';
import { runWorkflowTests } from './run-workflow-tests';
import { testActs } from './test-acts';
import { TestItem } from './test-item';
import { testSummary } from './test-words';
import { useTestsAddress } from './use-tests-address';

const WIDTH: SizeRule = {
  name: 'tests',
  least: 300,
  most: () => window.innerWidth * 0.5,
  first: () => 380,
};

export interface TestsPanelProps {
  /** Saves pending edits first: tests run the stored draft. */
  flush: () => Promise<boolean>;
  onGoTo: (blockId: string) => void;
  onClose: () => void;
}

/** The workflow's tests with their last results, right of the canvas; a full screen on narrow ones. */
export function TestsPanel(props: TestsPanelProps) {
  useTestsAddress();
  const isOpen = useEditor((state) => state.testsOpen);
  return isOpen ? <OpenPanel {...props} /> : null;
}

function OpenPanel({ flush, onGoTo, onClose }: TestsPanelProps) {
  const width = useSavedSize(WIDTH);
  const workflowId = useEditor((state) => state.workflowId);
  const { data, error, isPending, refetch } = useQuery(testsQuery(workflowId));
  return (
    <Drawer
      title="Tests"
      takesFocus
      onClose={onClose}
      className="order-3 w-full shrink-0 md:w-(--tests-width) md:max-w-[50vw]"
      style={{ '--tests-width': `${width.px}px` } as object}
      edge={<ResizeEdge size={width} label="Width of the tests" side="left" className="max-md:hidden" />}
    >
      <div className="flex min-h-full flex-col gap-3 bg-canvas p-3">
        {isPending ? <SkeletonRows rows={3} className="h-12" /> : null}
        {error !== null && data === undefined ? (
          <LoadFailure error={error} onRetry={() => void refetch()} />
        ) : null}
        {data?.length === 0 ? <NoTests /> : null}
        {data !== undefined && data.length > 0 ? <Tests tests={data} flush={flush} onGoTo={onGoTo} /> : null}
      </div>
    </Drawer>
  );
}

function NoTests() {
  const { canWrite } = useWorkspace();
  return (
    <EmptyState icon={FlaskConical} title="No tests yet">
      {canWrite
        ? 'Open a run in the logs and choose Keep as test. The test compares the draft with it, and sends nothing.'
        : 'Writers of this workspace can keep runs as tests. They are listed here.'}
    </EmptyState>
  );
}

interface TestsProps extends Pick<TestsPanelProps, 'flush' | 'onGoTo'> {
  tests: readonly RunTest[];
}

function Tests({ tests, flush, onGoTo }: TestsProps) {
  const store = useEditorStore();
  const queryClient = useQueryClient();
  const { workflowId } = store.getState();
  const acts = useMemo(() => testActs(queryClient, workflowId), [queryClient, workflowId]);
  const { running, results, error, document } = useEditor((state) => state.tests);
  const isOld = useEditor((state) => document !== null && document !== state.document);
  const run = (testIds?: readonly string[]) => void runWorkflowTests(store, flush, testIds);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="primary" size="sm" busy={running === 'all'} onClick={() => run()}>
          <Play aria-hidden />
          Run all
        </Button>
        <p role="status" className="min-w-0 flex-1 text-muted text-xs">
          {testSummary(tests, results, running !== null)}
          {isOld ? ' The draft has changed since.' : ''}
        </p>
      </div>
      {error === null ? null : <Notice tone="danger">{error}</Notice>}
      <ul aria-label="Tests" className="flex flex-col gap-2">
        {tests.map((test) => (
          <TestItem
            key={test.id}
            test={test}
            result={results[test.id]}
            isRunning={running === 'all' || running?.has(test.id) === true}
            acts={acts}
            onRun={() => run([test.id])}
            onGoTo={onGoTo}
          />
        ))}
      </ul>
    </>
  );
}
