'use client';

import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { ApiError, client } from '@/lib/platform/http/client';
import { answerWaitEndpoint, getWaitEndpoint } from '@/lib/services/runs/wait-endpoints';
import type { WaitPage } from '@/lib/services/runs/wait-schema';
import { AuthCard } from '../auth/auth-card';
import { errorWords, fieldErrors } from '../page/error-words';
import { LoadFailure } from '../page/load-failure';
import { runPath } from '../page/paths';
import { Button } from '../ui/button';
import { Link } from '../ui/link';
import { Notice } from '../ui/notice';
import { usePerSide } from '../ui/page-time';
import { RelativeTime } from '../ui/relative-time';
import { SkeletonRows } from '../ui/skeleton';
import { closedWords } from './closed-words';
import { dataOf, type FilledIn, problemsOf } from './filled-in';
import { WaitFields } from './wait-fields';

type Decision = NonNullable<WaitPage['decision']>;

const waitQuery = (token: string) =>
  queryOptions({
    queryKey: ['wait', token],
    queryFn: ({ signal }) => client.call(getWaitEndpoint, { params: { token } }, { signal }),
    staleTime: 30_000,
  });

/** `/wait/<token>`: anyone with the link can answer once. */
export function WaitForm({ token, initial }: { token: string; initial: WaitPage | undefined }) {
  const wait = useQuery({ ...waitQuery(token), ...(initial && { initialData: initial }) });
  if (wait.isPending)
    return (
      <AuthCard title="Waiting for an answer">
        <SkeletonRows rows={3} />
      </AuthCard>
    );
  if (wait.isError) {
    const isUnknown = wait.error instanceof ApiError && wait.error.status === 404;
    return isUnknown ? (
      <AuthCard
        title="This link is not valid"
        description="It may be incomplete, or too old. Ask for a new one."
      />
    ) : (
      <LoadFailure error={wait.error} onRetry={() => wait.refetch()} className="m-8" />
    );
  }
  const page = wait.data;
  if (page.state !== 'open') return <Closed page={page} />;
  return (
    <AuthCard title={page.title || (page.kind === 'approval' ? 'Approval' : 'Answer')}>
      {page.text === '' ? null : (
        <p className="wrap-anywhere mb-6 whitespace-pre-wrap text-sm">{page.text}</p>
      )}
      <OpenForm token={token} page={page} />
      <Asking page={page} />
    </AuthCard>
  );
}

/** The run that asks, with its deadline; members get a link to its progress. */
function Asking({ page: { run, expiresAt } }: { page: WaitPage }) {
  if (run === null) return null;
  const { workflowName, startedAt, place } = run;
  return (
    <dl className="mt-6 flex flex-wrap gap-x-6 gap-y-2 border-line border-t pt-4 text-muted text-xs">
      <Fact name="Workflow">{workflowName}</Fact>
      <Fact name="Run started">
        <RelativeTime at={startedAt} />
      </Fact>
      {expiresAt === null ? null : (
        <Fact name="Answer until">
          <RelativeTime at={expiresAt} />
        </Fact>
      )}
      {place === null ? null : (
        <Fact name="Run">
          <Link href={runPath(place.workspaceId, place.executionId)} className="text-accent hover:underline">
            See its data
          </Link>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-faint">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

function Closed({ page }: { page: WaitPage }) {
  const { title, description } = closedWords(page);
  return (
    <AuthCard title={title} description={description}>
      {page.title === '' ? null : <p className="wrap-anywhere text-muted text-sm">{page.title}</p>}
    </AuthCard>
  );
}

function useAnswer(token: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      client.call(answerWaitEndpoint, { params: { token }, body }),
    onSuccess: (page) => queryClient.setQueryData(waitQuery(token).queryKey, page),
    meta: { quiet: true },
  });
}

function OpenForm({ token, page }: { token: string; page: WaitPage }) {
  // Input before the scripts run would be lost.
  const isAlive = usePerSide(
    () => true,
    () => false,
  );
  const answer = useAnswer(token);
  const [filledIn, setFilledIn] = useState<FilledIn>({});
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [pressed, setPressed] = useState<Decision | null>(null);
  const send = (decision: Decision | null) => {
    const found = decision === 'rejected' ? {} : problemsOf(page.fields, filledIn);
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    setPressed(decision);
    const data = dataOf(page.fields, filledIn);
    answer.mutate(decision === null ? data : { decision, data });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    send(page.kind === 'approval' ? 'approved' : null);
  };
  const refusals = { ...fieldErrors(answer.error), ...problems };
  const isBusy = answer.isPending || answer.isSuccess;
  return (
    <form onSubmit={submit} noValidate inert={!isAlive} className="flex flex-col gap-4">
      {answer.isError && Object.keys(refusals).length === 0 ? (
        <Notice tone="danger">{errorWords(answer.error)}</Notice>
      ) : null}
      <WaitFields fields={page.fields} values={filledIn} problems={refusals} onChange={setFilledIn} />
      {page.kind === 'callback' ? (
        <Button type="submit" variant="primary" size="lg" busy={isBusy}>
          {page.fields.length === 0 ? 'Continue' : 'Send'}
        </Button>
      ) : (
        <div className="grid grid-cols-2 gap-3">
          <Button
            size="lg"
            busy={isBusy && pressed === 'rejected'}
            disabled={isBusy}
            onClick={() => send('rejected')}
          >
            Reject
          </Button>
          <Button
            type="submit"
            variant="primary"
            size="lg"
            busy={isBusy && pressed === 'approved'}
            disabled={isBusy}
          >
            Approve
          </Button>
        </div>
      )}
    </form>
  );
}
