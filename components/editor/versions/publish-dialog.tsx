'use client';

import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useMemo, useState } from 'react';
import { toast } from 'sonner';
import type { WorkflowProblem } from '@/lib/core/workflow/schema';
import { client } from '@/lib/platform/http/client';
import { publishWorkflowEndpoint } from '@/lib/services/versions/endpoints';
import { connectionsQuery, variablesQuery } from '../../settings/settings-queries';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Field } from '../../ui/field';
import { countOf } from '../../ui/format-quantity';
import { Textarea } from '../../ui/textarea';
import { ProblemRows } from '../problems/problem-rows';
import { useEditor, useEditorStore } from '../store/editor-context';
import { endFresh } from '../store/leave-field';
import { DraftChanges } from './draft-changes';
import { PublishRefusal } from './publish-refusal';
import { ShadowRuns } from './shadow-runs';
import { versionsKey } from './version-queries';
import { WaitForServersOffer } from './wait-for-servers-offer';

const MAX_NOTE_CHARACTERS = 2_000;

export interface Saving {
  /** Saves pending edits; false if some could not be saved. */
  flush: () => Promise<boolean>;
}

interface PublishDialogProps {
  /** Saves pending edits and returns the server's draft version after that; null if it failed. */
  savedVersion: () => Promise<number | null>;
}

/** Shows the problems that block publishing, asks for a note, and publishes the draft as the next version. */
export function PublishDialog({ savedVersion }: PublishDialogProps) {
  const isOpen = useEditor((state) => state.publishing);
  return isOpen ? <PublishForm savedVersion={savedVersion} /> : null;
}

function PublishForm({ savedVersion }: PublishDialogProps) {
  const store = useEditorStore();
  const queries = useQueryClient();
  const [note, setNote] = useState('');
  const { workspaceId, workflowId, liveVersion } = store.getState();
  const { errors, warnings } = useProblems(workspaceId);
  const close = () => store.setState({ publishing: false });
  const publish = useMutation({
    mutationFn: async () => {
      // Publishes the displayed version, not one that another user saves at the same moment.
      const version = await savedVersion();
      if (version === null) throw new Error('The draft is not saved yet, so it can’t be published.');
      return client.call(publishWorkflowEndpoint, { params: { id: workflowId }, body: { note, version } });
    },
    onSuccess: ({ data }) => {
      store.setState({ liveVersion: data.number });
      void queries.invalidateQueries({ queryKey: [...versionsKey(workflowId), 'list'] });
      toast.success(`Version ${data.number} is live.`);
      close();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (errors.length === 0) publish.mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={close}
      title="Publish the draft"
      description="Makes it a numbered version that callers run from then on. You can roll back at any time."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            type="submit"
            form="publish"
            disabled={errors.length > 0}
            busy={publish.isPending}
          >
            Publish
          </Button>
        </>
      }
    >
      <Problems
        title={`Fix ${countOf(errors.length, 'error')} before you publish`}
        problems={errors}
        onGo={close}
      />
      <Problems
        title={`${countOf(warnings.length, 'warning')}: it runs, but perhaps not as you mean it`}
        problems={warnings}
        onGo={close}
      />
      <form id="publish" noValidate onSubmit={submit} className="flex flex-col gap-3">
        <Field label="Note" help="What changed, for those who look at the versions later.">
          <Textarea
            rows={3}
            maxLength={MAX_NOTE_CHARACTERS}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        </Field>
        <WaitForServersOffer />
        {liveVersion === null ? null : <DraftChanges live={liveVersion} />}
        {liveVersion === null ? null : <ShadowRuns saved={async () => (await savedVersion()) !== null} />}
        {publish.isError ? <PublishRefusal error={publish.error} /> : null}
      </form>
    </Dialog>
  );
}

/** Returns the problems that the editor knows; the server checks again. */
function useProblems(workspaceId: string) {
  const queries = useQueryClient();
  const problems = useEditor((state) => state.problems);
  const store = useEditorStore();
  useEffect(() => endFresh(store), [store]);
  // The missing variable may have been created in another window.
  useEffect(() => {
    for (const { queryKey } of [variablesQuery(workspaceId), connectionsQuery(workspaceId)])
      void queries.invalidateQueries({ queryKey });
  }, [queries, workspaceId]);
  return useMemo(
    () => ({
      errors: problems.filter(({ severity }) => severity === 'error'),
      warnings: problems.filter(({ severity }) => severity === 'warning'),
    }),
    [problems],
  );
}

function Problems({
  title,
  problems,
  onGo,
}: {
  title: string;
  problems: readonly WorkflowProblem[];
  onGo: () => void;
}) {
  if (problems.length === 0) return null;
  return (
    <section aria-label={title} className="mb-4 rounded-lg border border-line">
      <h3 className="border-line border-b px-3 py-2 font-medium text-sm">{title}</h3>
      <div className="max-h-56 overflow-y-auto p-1">
        <ProblemRows label={title} problems={problems} onGo={onGo} />
      </div>
    </section>
  );
}
