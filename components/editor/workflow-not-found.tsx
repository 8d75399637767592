import { FileQuestion } from 'lucide-react';
import { workspacePath } from '../page/paths';
import { useWorkspace } from '../page/workspace-context';
import { Button } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { Link } from '../ui/link';

/** Shown instead of the editor; a retry would not help. */
export function WorkflowNotFound() {
  const { id } = useWorkspace();
  return (
    <EmptyState
      level={1}
      icon={FileQuestion}
      title="Workflow not found"
      actions={
        <Button asChild>
          <Link href={workspacePath(id)}>All workflows</Link>
        </Button>
      }
    >
      It was deleted, or you are not a member of its workspace.
    </EmptyState>
  );
}
