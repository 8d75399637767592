import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fillTemplate } from '@/lib/core/templates/fill-template';
import type { WorkflowTemplate } from '@/lib/core/templates/template';
import type { WorkflowDocument } from '@/lib/core/workflow/schema';
import { client } from '@/lib/platform/http/client';
import { setVariableEndpoint } from '@/lib/services/variables/endpoints';
import { createWorkflowEndpoint } from '@/lib/services/workflows/endpoints';
import { useWorkspace } from '../page/workspace-context';
import { variablesQuery } from '../settings/settings-queries';
import { useRefreshWorkflows } from '../workflows/workflow-queries';

export interface FilledTemplate {
  template: WorkflowTemplate;
  /** New variables by name; empty ones are not created. */
  values: Readonly<Record<string, string>>;
  /** Empty if none was chosen. */
  connectionId: string;
  folderId: string | null;
}

/** Creates the variables and the called workflow, if there is one. Returns the document with both. */
export function useTemplate() {
  const { id: workspaceId } = useWorkspace();
  const queryClient = useQueryClient();
  const refresh = useRefreshWorkflows(workspaceId);
  return useMutation({
    mutationFn: async (filled: FilledTemplate): Promise<WorkflowDocument> => {
      const { template, connectionId, folderId } = filled;
      await setVariables(workspaceId, filled);
      const { workflow } = template;
      const made = workflow && {
        workspaceId,
        folderId,
        name: workflow.name,
        document: workflow.document,
        description: `${workflow.about}.`,
      };
      const called = made && (await client.call(createWorkflowEndpoint, { body: made }));
      return fillTemplate(template, {
        ...(connectionId === '' ? {} : { connectionId }),
        ...(called === undefined ? {} : { workflowId: called.data.id }),
      });
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: variablesQuery(workspaceId).queryKey });
      await refresh();
    },
    meta: { quiet: true },
  });
}

async function setVariables(workspaceId: string, { template, values }: FilledTemplate): Promise<void> {
  for (const { name, secret } of template.variables) {
    const value = values[name]?.trim() ?? '';
    if (value === '') continue;
    const params = { workspaceId, name };
    await client.call(setVariableEndpoint, { params, body: { value, plain: !secret } });
  }
}
