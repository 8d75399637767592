import { WorkflowDocument, WorkflowName } from '@/lib/core/workflow/schema';
import { client } from '@/lib/platform/http/client';
import { getWorkflowEndpoint } from '@/lib/services/workflows/endpoints';

/** What an exported file holds: enough to create the workflow again, here or elsewhere. */
interface WorkflowFile {
  name: string;
  document: WorkflowDocument;
}

/** Reads an exported file, or a bare document as kept in git. @throws Error in words when it is neither */
export function parseWorkflowFile(text: string, fileName: string): WorkflowFile {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error(`${fileName} is not JSON.`);
  }
  const wrapped = typeof parsed === 'object' && parsed !== null && 'document' in parsed ? parsed : undefined;
  const document = WorkflowDocument.safeParse(wrapped?.document ?? parsed);
  if (!document.success) {
    const [issue] = document.error.issues;
    if (issue?.path[0] === 'schemaVersion') throw new Error(`${fileName}: ${issue.message}`);
    const at = issue?.path.join('.') || 'the top level';
    throw new Error(`${fileName} is not a workflow: at ${at}: ${issue?.message ?? 'unknown shape'}`);
  }
  const named = WorkflowName.safeParse(wrapped && 'name' in wrapped ? wrapped.name : undefined);
  const fallback = fileName.replace(/\.json$/i, '').slice(0, 120) || 'Imported workflow';
  return { name: named.success ? named.data : fallback, document: document.data };
}

/** Saves a workflow as a JSON file on the person's machine. */
export async function downloadWorkflow(id: string) {
  const { data } = await client.call(getWorkflowEndpoint, { params: { id } });
  const text = JSON.stringify(
    { name: data.name, description: data.description, document: data.document },
    null,
    2,
  );
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = `${data.name.replace(/[^\w.-]+/g, '-').toLowerCase()}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
