'use client';

import { useReactFlow } from '@xyflow/react';
import { CircleAlert, Spline, TriangleAlert, Wrench } from 'lucide-react';
import { useMemo } from 'react';
import type { WorkflowProblem } from '@/lib/core/workflow/schema';
import { GuideLink } from '../../page/guide-link';
import { Button } from '../../ui/button';
import { cn } from '../../ui/class-names';
import type { BlockEdge, BlockNode } from '../document/flow-elements';
import { missingConnection, missingVariable, quickFixes } from '../document/quick-fixes';
import type { Flow } from '../flow/view-moves';
import { useEditor, useEditorStore } from '../store/editor-context';
import { commitDocument } from '../store/editor-store';
import { sayChange } from '../store/say-change';
import { goToProblem } from './go-to-problem';

export interface ProblemRowsProps {
  label: string;
  problems: readonly WorkflowProblem[];
  /** Called before a problem's place is shown, so that the container of the rows can make room. */
  onGo: () => void;
  /** Called likewise before asking for a variable or the other end of a connection. */
  onAsk?: () => void;
}

/** Lists problems, each with a link to its place and its quick fixes. */
export function ProblemRows({ label, problems, onGo, onAsk }: ProblemRowsProps) {
  const store = useEditorStore();
  const flow: Flow = useReactFlow<BlockNode, BlockEdge>();
  const entries = problems.map((problem, index) => ({ problem, id: `${problem.code}-${index}` }));
  return (
    <ul aria-label={label}>
      {entries.map(({ problem, id }) => (
        <li key={id} className="rounded-md hover:bg-hover">
          <div className="flex items-start">
            <ProblemRow
              problem={problem}
              onGo={() => {
                onGo();
                goToProblem(store, flow, problem);
              }}
            />
            <GuideLink code={problem.code} className="m-1.5 shrink-0 text-xs" />
          </div>
          <Fixes problem={problem} onAsk={onAsk} />
        </li>
      ))}
    </ul>
  );
}

/** The quick fixes of a problem, each undoable. */
function Fixes({ problem, onAsk }: { problem: WorkflowProblem; onAsk: ProblemRowsProps['onAsk'] }) {
  const store = useEditorStore();
  const document = useEditor((state) => state.document);
  const readOnly = useEditor((state) => state.readOnly);
  const fixes = useMemo(() => quickFixes(document, problem), [document, problem]);
  const variable = missingVariable(problem);
  const connection = useMemo(() => missingConnection(document, problem), [document, problem]);
  if (readOnly || (fixes.length === 0 && variable === null && connection === null)) return null;
  return (
    <div className="flex flex-wrap gap-1.5 pr-2 pb-2 pl-8">
      {variable === null ? null : (
        <Button
          size="sm"
          onClick={() => {
            onAsk?.();
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
      {connection === null ? null : (
        <Button
          size="sm"
          onClick={() => {
            onAsk?.();
            store.setState({ connecting: connection });
          }}
        >
          <Spline aria-hidden />
          {connection.kind === 'input' ? 'Connect from…' : 'Connect to…'}
        </Button>
      )}
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
      className="flex min-w-0 flex-1 items-start gap-2 rounded-md px-2 py-1.5 text-left"
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
