'use client';

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'sonner';
import { assistantModelQuery } from '@/components/page/assistant-queries';
import { Form } from '@/components/page/form';
import { settingsPath } from '@/components/page/paths';
import { useWorkspace } from '@/components/page/workspace-context';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Link } from '@/components/ui/link';
import { Select } from '@/components/ui/select';
import { client } from '@/lib/platform/http/client';
import { type ModelProvider, PROVIDER_URLS } from '@/lib/platform/models/contract';
import { setAssistantModelEndpoint } from '@/lib/services/assistant/endpoints';
import type { AssistantModel } from '@/lib/services/assistant/schema';
import { variablesQuery } from './settings-queries';

const PROVIDERS: ReadonlyArray<{ value: ModelProvider; label: string; description: string }> = [
  { value: 'openai', label: 'OpenAI', description: 'And servers that speak its format' },
  { value: 'anthropic', label: 'Anthropic', description: 'Messages API' },
  { value: 'google', label: 'Google', description: 'Gemini API' },
];
/** The placeholder for "no key", because a select has no empty value. */
const NO_KEY = 'none';
const NEW: Omit<AssistantModel, 'changedAt'> = {
  provider: 'openai',
  baseUrl: '',
  keyVariable: '',
  model: '',
};

/** The model, its address, and the variable with its key. */
export function AssistantForm({ model }: { model: AssistantModel | null }) {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const { data: variables = [] } = useQuery(variablesQuery(workspaceId));
  const [draft, setDraft] = useState<typeof NEW>(model ?? NEW);
  const change = (part: Partial<typeof NEW>) => setDraft({ ...draft, ...part });
  const save = useMutation({
    mutationFn: () => {
      const { provider, baseUrl, keyVariable, model } = draft;
      const body = { provider, baseUrl, keyVariable, model };
      return client.call(setAssistantModelEndpoint, { params: { workspaceId }, body });
    },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: assistantModelQuery(workspaceId).queryKey });
      toast.success('Saved the assistant’s model');
    },
    meta: { quiet: true },
  });
  const names = variables.filter(({ builtIn }) => !builtIn).map(({ name }) => name);
  const known =
    names.includes(draft.keyVariable) || draft.keyVariable === '' ? names : [draft.keyVariable, ...names];
  return (
    <Form error={save.error} onSubmit={() => save.mutate()}>
      <Field label="Provider">
        <Select
          value={draft.provider}
          options={PROVIDERS}
          onValueChange={(provider) => change({ provider: provider as ModelProvider })}
        />
      </Field>
      <Field name="model" label="Model" help="As the provider names it.">
        <Input
          required
          spellCheck={false}
          maxLength={200}
          className="font-mono"
          value={draft.model}
          onChange={(event) => change({ model: event.target.value })}
        />
      </Field>
      <Field
        name="keyVariable"
        label="Variable with the API key"
        help={
          <>
            Keep the key as a secret under{' '}
            <Link className="underline" href={settingsPath(workspaceId, 'variables')}>
              Variables
            </Link>
            . The value for drafts is used.
          </>
        }
      >
        <Select
          value={draft.keyVariable === '' ? NO_KEY : draft.keyVariable}
          options={[{ value: NO_KEY, label: 'None' }, ...known.map((name) => ({ value: name, label: name }))]}
          onValueChange={(name) => change({ keyVariable: name === NO_KEY ? '' : name })}
        />
      </Field>
      <Field
        name="baseUrl"
        label="Base URL"
        aside="optional"
        help="Only for another server than the provider’s own."
      >
        <Input
          type="url"
          spellCheck={false}
          className="font-mono"
          placeholder={PROVIDER_URLS[draft.provider]}
          value={draft.baseUrl}
          onChange={(event) => change({ baseUrl: event.target.value })}
        />
      </Field>
      <div className="flex justify-end">
        <Button type="submit" variant="primary" busy={save.isPending} disabled={draft.model.trim() === ''}>
          Save
        </Button>
      </div>
    </Form>
  );
}
