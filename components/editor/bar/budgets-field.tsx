import { useQuery } from '@tanstack/react-query';
import { budgetsQuery } from '@/components/budgets/budget-queries';
import { usageWords } from '@/components/budgets/usage-words';
import { limitWords } from '@/lib/services/budgets/budget-words';
import { LoadFailure } from '../../page/load-failure';
import { settingsPath } from '../../page/paths';
import { useWorkspace } from '../../page/workspace-context';
import { Link } from '../../ui/link';
import { SkeletonRows } from '../../ui/skeleton';
import { useEditor } from '../store/editor-context';

/** The budgets that may hold this workflow, and the way to the page where they are changed. */
export function BudgetsField() {
  const { id: workspaceId } = useWorkspace();
  const workflowId = useEditor((state) => state.workflowId);
  const budgets = useQuery(budgetsQuery(workspaceId));
  if (budgets.isPending) return <SkeletonRows rows={1} className="h-14" />;
  if (budgets.isError) return <LoadFailure error={budgets.error} onRetry={() => budgets.refetch()} />;
  const own = budgets.data.filter((one) => one.workflowId === workflowId || one.workflowId === null);
  return (
    <section aria-label="Budgets" className="flex flex-col gap-2">
      <h3 className="font-medium text-ink text-sm">Budgets</h3>
      {own.length === 0 ? <p className="text-muted text-sm">None.</p> : null}
      <ul className="flex flex-col gap-1 text-muted text-sm">
        {own.map((budget) => (
          <li key={budget.id} className="wrap-anywhere tabular">
            {limitWords(budget)}
            {budget.workflowId === null ? ', whole workspace' : ''}:{' '}
            {budget.reachedAt === null ? usageWords(budget) : 'reached'}
          </li>
        ))}
      </ul>
      <Link href={settingsPath(workspaceId, 'budgets')} className="self-start text-sm underline">
        Change budgets
      </Link>
    </section>
  );
}
