import { ApiError } from '@/lib/platform/http/client';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { useEditorStore } from '../store/editor-context';

/** Lists the draft's problems if they are the reason: the server may know more than the editor. */
export function PublishRefusal({ error }: { error: Error }) {
  const problem = error instanceof ApiError ? error.problem : null;
  const issues = problem?.errors ?? [];
  return (
    <div role="alert">
      <Notice
        tone="danger"
        title={issues.length === 0 ? error.message : 'The draft has errors'}
        action={problem?.failedTests === undefined ? undefined : <ViewTests />}
      >
        {issues.length === 0 ? null : (
          <ul className="list-disc pl-4">
            {[...new Set(issues.map(({ message }) => message))].map((message) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        )}
      </Notice>
    </div>
  );
}

/** Opens the tests, where people see what differs. */
function ViewTests() {
  const store = useEditorStore();
  return (
    <Button size="sm" onClick={() => store.setState({ publishing: false, testsOpen: true })}>
      View tests
    </Button>
  );
}
