'use client';

import { useMutation, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { WorkflowName } from '@/lib/core/workflow/schema';
import { fieldProblems } from '../../page/error-words';
import { FormDialog } from '../../page/form-dialog';
import { Field } from '../../ui/field';
import { countOf } from '../../ui/format-quantity';
import { Input } from '../../ui/input';
import { Notice } from '../../ui/notice';
import { useRefreshWorkflows, workflowsQuery } from '../../workflows/workflow-queries';
import { withMembers } from '../document/frames';
import { useEditor, useEditorStore } from '../store/editor-context';
import { commitDocument } from '../store/editor-store';
import { sayChange } from '../store/say-change';
import { selectOnly } from '../store/selection-actions';
import { PublishRefusal } from '../versions/publish-refusal';
import { planExtraction } from './plan-extraction';
import { publishExtracted } from './publish-extracted';

const MAX_NAME_CHARACTERS = 120;
const Named = z.object({ name: WorkflowName });

/** Asks for the name of the workflow that the chosen blocks become. */
export function ExtractDialog() {
  const store = useEditorStore();
  const ids = useEditor((state) => state.extracting);
  if (ids === null) return null;
  return <ExtractForm ids={ids} onClose={() => store.setState({ extracting: null })} />;
}

function ExtractForm({ ids, onClose }: { ids: readonly string[]; onClose: () => void }) {
  const store = useEditorStore();
  const { workspaceId, workflowId } = store.getState();
  const document = useEditor((state) => state.document);
  const [name, setName] = useState('');
  const { data: workflows } = useQuery(workflowsQuery(workspaceId));
  const refresh = useRefreshWorkflows(workspaceId);
  // What it takes and gives doesn't depend on the name, which changes with each letter.
  const plan = useMemo(() => planExtraction(document, ids, ''), [document, ids]);
  const count = withMembers(document, ids).size;
  const make = useMutation({
    mutationFn: async () => {
      const planned = planExtraction(store.getState().document, ids, name);
      if ('refusal' in planned) throw new Error(planned.refusal);
      const before = store.getState().document;
      const folderId = workflows?.find(({ id }) => id === workflowId)?.folderId ?? null;
      const description = `Extracted from “${store.getState().name}”.`;
      const newId = await publishExtracted({
        workspaceId,
        folderId,
        name: name.trim(),
        description,
        document: planned.extracted,
      });
      void refresh();
      if (store.getState().document !== before)
        throw new Error(
          `“${name.trim()}” was created, but this workflow has changed meanwhile, so its blocks stayed. ` +
            'Add a Workflow block by hand, or delete the new workflow and extract again.',
        );
      return planned.replacedBy(newId);
    },
    onSuccess: ({ document: changed, blockId }) => {
      commitDocument(store, changed, { label: 'Extract to a workflow' });
      selectOnly(store, [blockId]);
      onClose();
      sayChange(store, `Extracted ${countOf(count, 'block')} into “${name.trim()}”`);
    },
  });
  const refusal = 'refusal' in plan ? plan.refusal : null;
  return (
    <FormDialog
      title={`Extract ${countOf(count, 'block')} to a workflow`}
      description="A Workflow block takes their place and runs the new workflow."
      submitLabel={refusal === null ? 'Extract and publish' : undefined}
      busy={make.isPending}
      form={{
        noValidate: true,
        error: null,
        notice: make.isError ? <PublishRefusal error={make.error} /> : null,
        problems: fieldProblems(Named.safeParse({ name })),
        onSubmit: () => make.mutate(),
      }}
      onClose={onClose}
    >
      {refusal === null ? (
        <>
          <Field
            name="name"
            label="Name"
            required
            help="It is published at once, because a Workflow block runs the published version."
          >
            <Input
              value={name}
              maxLength={MAX_NAME_CHARACTERS}
              placeholder="Sync one order"
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          {'refusal' in plan ? null : (
            <dl className="flex flex-col gap-3 text-sm">
              <Values
                title="Its input"
                values={plan.inputs.map((input) => `${input.name} ← <${input.from}>`)}
                none="These blocks use no values of other blocks."
              />
              <Values
                title="Its output"
                values={plan.outputs.map((output) => `<${output}>`)}
                none="No other block uses their values."
              />
            </dl>
          )}
        </>
      ) : (
        <Notice tone="warning" title="These blocks can’t be extracted">
          {refusal}
        </Notice>
      )}
    </FormDialog>
  );
}

function Values({ title, values, none }: { title: string; values: readonly string[]; none: string }) {
  return (
    <div>
      <dt className="font-medium">{title}</dt>
      {values.length === 0 ? <dd className="text-muted">{none}</dd> : null}
      {values.map((value) => (
        <dd key={value} className="wrap-anywhere font-mono text-muted text-xs">
          {value}
        </dd>
      ))}
    </div>
  );
}
