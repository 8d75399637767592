'use client';

import { useReactFlow } from '@xyflow/react';
import { CircleAlert, TriangleAlert, Wrench } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { WorkflowProblem } from '@/lib/core/workflow/schema';
import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import { countOf } from '../../ui/format-quantity';
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/popover';
import { definitionOf } from '../document/definition-of';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import { missingVariable, quickFixes } from '../document/quick-fixes';
import { layOutForm, tabOfField } from '../fields/form-layout';
import { bringIntoSight, type Flow } from '../flow/view-moves';
import { useEditor, useEditorStore } from '../store/editor-context';
import { commitDocument, type EditorStore } from '../store/editor-store';
import { sayChange } from '../store/say-change';
import { revealBlock, selectOnly } from '../store/selection-actions';

/** What is wrong with the workflow; a click leads to where it is put right. */
export function ProblemList() {
  const store = useEditorStore();
  const problems = useEditor((state) => state.problems);
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  const [isOpen, setOpen] = useState(false);
  const entries = useMemo(
    () => problems.map((problem, index) => ({ problem, id: `${problem.code}-${index}` })),
    [problems],
  );
  if (problems.length === 0) return null;
  const hasErrors = problems.some((problem) => problem.severity === 'error');
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button
          variant="ghost"
          size="sm"
          className={cn('tabular', hasErrors ? 'text-danger' : 'text-warning')}
        >
          {hasErrors ? <CircleAlert aria-hidden /> : <TriangleAlert aria-hidden />}
          <span aria-hidden className="md:hidden">
            {problems.length}
          </span>
          <span className="max-md:sr-only">{countOf(problems.length, 'problem')}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Problems" align="end" className="w-96 max-w-[calc(100vw-1rem)] p-1">
        <ul aria-label="Problems">
          {entries.map(({ problem, id }) => (
            <li key={id} className="rounded-md hover:bg-hover">
              <ProblemRow
                problem={problem}
                onGo={() => {
                  setOpen(false);
                  goTo(store, flow, problem);
                }}
              />
              <Fixes problem={problem} onLeave={() => setOpen(false)} />
            </li>
          ))}
        </ul>
      </PopoverContent>
    </Popover>
  );
}

/** What puts it right in one step, with the way back. */
function Fixes({ problem, onLeave }: { problem: WorkflowProblem; onLeave: () => void }) {
  const store = useEditorStore();
  const document = useEditor((state) => state.document);
  const readOnly = useEditor((state) => state.readOnly);
  const fixes = useMemo(() => quickFixes(document, problem), [document, problem]);
  const variable = missingVariable(problem);
  if (readOnly || (fixes.length === 0 && variable === null)) return null;
  return (
    <div className="flex flex-wrap gap-1.5 pr-2 pb-2 pl-8">
      {variable === null ? null : (
        <Button
          size="sm"
          onClick={() => {
            onLeave();
            store.setState({ variableToCreate: variable });
          }}
        >
          <Wrench aria-hidden />
          Create {variable}
        </Button>
      )}
      {fixes.map(({ label, apply }) => (
        <Button
          key={label}
          size="sm"
          onClick={() => {
            commitDocument(store, apply(store.getState().document), { label });
            sayChange(store, `Fixed: ${label}`);
          }}
        >
          <Wrench aria-hidden />
          {label}
        </Button>
      ))}
    </div>
  );
}

function ProblemRow({ problem, onGo }: { problem: WorkflowProblem; onGo: () => void }) {
  const name = useEditor((state) =>
    problem.blockId === undefined ? undefined : state.document.blocks[problem.blockId]?.name,
  );
  const Icon = problem.severity === 'error' ? CircleAlert : TriangleAlert;
  return (
    <button
      type="button"
      onClick={onGo}
      className="flex w-full items-start gap-2 rounded-md px-2 py-1.5 text-left"
    >
      <Icon
        className={cn(
          'mt-0.5 size-4 shrink-0',
          problem.severity === 'error' ? 'text-danger' : 'text-warning',
        )}
        aria-hidden
      />
      <span className="min-w-0">
        <span className="block text-sm">{problem.message}</span>
        <span className="block text-faint text-xs">
          {name ?? 'Whole workflow'}
          {problem.refuses ? ' · must be fixed before it can be saved' : ''}
        </span>
      </span>
    </button>
  );
}

function goTo(store: EditorStore, flow: Flow, problem: WorkflowProblem): void {
  const block = problem.blockId === undefined ? undefined : store.getState().document.blocks[problem.blockId];
  if (block === undefined) {
    if (problem.edgeId === undefined) return;
    const { edgeId } = problem;
    selectOnly(store, []);
    store.setState((state) => ({
      edges: state.edges.map((edge) => ({ ...edge, selected: edge.id === edgeId })),
    }));
    return;
  }
  const definition = definitionOf(block.type);
  revealBlock(
    store,
    block.id,
    definition === undefined ? null : tabOfField(layOutForm(definition.fields), problem.field),
  );
  requestAnimationFrame(() => bringIntoSight(flow, block.id));
}
