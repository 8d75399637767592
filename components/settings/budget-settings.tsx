'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Gauge, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toast } from 'sonner';
import { budgetsQuery } from '@/components/budgets/budget-queries';
import { usageWords } from '@/components/budgets/usage-words';
import { QueryTable } from '@/components/page/query-table';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { IconButton } from '@/components/ui/icon-button';
import { Link } from '@/components/ui/link';
import { RelativeTime } from '@/components/ui/relative-time';
import { client } from '@/lib/platform/http/client';
import { limitWords } from '@/lib/services/budgets/budget-words';
import { deleteBudgetEndpoint } from '@/lib/services/budgets/endpoints';
import type { Budget } from '@/lib/services/budgets/schema';
import { BudgetDialog } from './budget-dialog';
import { SettingsSection } from './settings-section';

/** The budgets of the workspace and of its workflows. */
export function BudgetSettings() {
  const { id, canWrite, isAdmin } = useWorkspace();
  const budgets = useQuery(budgetsQuery(id));
  const [setting, setSetting] = useState<Budget | 'new' | null>(null);
  const [deleting, setDeleting] = useState<Budget | null>(null);
  const mayChange = ({ workflowId }: Budget) => (workflowId === null ? isAdmin : canWrite);
  return (
    <SettingsSection
      title="Budgets"
      description={
        <>
          When a budget is reached, new runs are held until somebody releases them.{' '}
          <Link href="/docs/guide/budgets" target="_blank" rel="noopener" className="underline">
            How budgets count
          </Link>
        </>
      }
      actions={
        canWrite ? (
          <Button variant="primary" onClick={() => setSetting('new')}>
            <Plus aria-hidden />
            New budget
          </Button>
        ) : null
      }
    >
      <QueryTable
        query={budgets}
        rows={budgets.data}
        empty={{
          icon: Gauge,
          title: 'No budgets yet',
          words: 'A budget holds a workflow, or the whole workspace, once it has used too much.',
        }}
        className="tabular"
        keyOf={(budget) => budget.id}
        columns={[
          { title: 'Limit', cell: limitWords },
          {
            title: 'Of',
            cell: ({ workflowId, workflowName }) => (workflowId === null ? 'Workspace' : workflowName),
          },
          { title: 'Used', cell: usageWords },
          { title: 'State', cell: (budget) => <BudgetState budget={budget} /> },
        ]}
        actions={(budget) =>
          mayChange(budget) ? (
            <>
              <IconButton label={`Change ${limitWords(budget)}`} onClick={() => setSetting(budget)}>
                <Pencil />
              </IconButton>
              <IconButton label={`Delete ${limitWords(budget)}`} onClick={() => setDeleting(budget)}>
                <Trash2 />
              </IconButton>
            </>
          ) : null
        }
      />
      {deleting === null ? null : (
        <DeleteBudgetQuestion budget={deleting} onClose={() => setDeleting(null)} />
      )}
      {setting === null ? null : (
        <BudgetDialog budget={setting === 'new' ? null : setting} onClose={() => setSetting(null)} />
      )}
    </SettingsSection>
  );
}

function BudgetState({ budget: { reachedAt, windowEndsAt } }: { budget: Budget }) {
  return reachedAt === null ? (
    <span className="text-muted">
      Window ends <RelativeTime at={windowEndsAt} />
    </span>
  ) : (
    <span className="text-warning">
      Reached <RelativeTime at={reachedAt} />
    </span>
  );
}

function DeleteBudgetQuestion({ budget, onClose }: { budget: Budget; onClose: () => void }) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: () => client.call(deleteBudgetEndpoint, { params: { id: budget.id } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: budgetsQuery(workspaceId).queryKey });
      toast.success('Budget deleted');
      onClose();
    },
  });
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete the budget of ${limitWords(budget)}?`}
      confirmLabel="Delete budget"
      danger
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
    >
      {budget.reachedAt === null
        ? 'Runs are no longer held by it.'
        : 'The hold that it made stays until somebody releases it.'}
    </ConfirmDialog>
  );
}
