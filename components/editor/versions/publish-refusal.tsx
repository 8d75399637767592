import { ApiError } from '@/lib/platform/http/client';
import { Notice } from '../../ui/notice';

/** Lists the draft's problems if they are the reason: the server may know more than the editor. */
export function PublishRefusal({ error }: { error: Error }) {
  const issues = error instanceof ApiError ? (error.problem.errors ?? []) : [];
  return (
    <div role="alert">
      <Notice tone="danger" title={issues.length === 0 ? error.message : 'The draft has errors'}>
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
