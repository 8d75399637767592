import type { MockedRun } from '@/lib/services/mock/schema';
import { JsonView } from '../../ui/json-view';
import { Notice } from '../../ui/notice';
import { endTone, endWords, missingWords } from './mock-words';

/** The end of a run on recorded answers, with what was not found. */
export function MockResult({ run }: { run: MockedRun }) {
  const { missing, missingCount, status, output, takesInput } = run;
  return (
    <section aria-label="Result" className="flex flex-col gap-3">
      <Notice tone={endTone(run)} title={endWords(run)}>
        {missing.length === 0 ? null : (
          <ul aria-label="Not found" className="wrap-anywhere list-disc pl-4">
            {missing.map((one) => (
              <li key={`${one.blockId} ${JSON.stringify(one.request)}`}>{missingWords(one)}</li>
            ))}
          </ul>
        )}
        {missingCount > missing.length ? <p>These are the first {missing.length}.</p> : null}
      </Notice>
      {takesInput ? null : (
        <p className="text-muted text-sm">
          The recorded run was started by a trigger, so this one began with what that received.
        </p>
      )}
      {status === 'success' && missingCount === 0 ? (
        <JsonView value={output ?? null} label="Output" maxHeight="14rem" />
      ) : null}
    </section>
  );
}
