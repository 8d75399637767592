import { saveFile } from '@/components/ui/save-file';
import { printWorkflowFile } from '@/lib/core/workflow/workflow-file';
import { client } from '@/lib/platform/http/client';
import { getWorkflowEndpoint } from '@/lib/services/workflows/endpoints';

/** Downloads a workflow as a JSON file. */
export async function downloadWorkflow(id: string) {
  const { data } = await client.call(getWorkflowEndpoint, { params: { id } });
  const file = new Blob([printWorkflowFile(data)], { type: 'application/json' });
  saveFile(file, `${data.name.replace(/[^\w.-]+/g, '-').toLowerCase()}.json`);
}
