import { toast } from 'sonner';
import type { BlockExporter } from '@/lib/core/blocks/import-export';
import type { BlockPreview } from '@/lib/services/runs/schema';
import { copyText } from '../ui/copy-text';

/** Copies a request as code and reports what the copy leaves out. */
export async function copyRequest(
  { request, problems, warnings }: BlockPreview,
  exporter: BlockExporter,
): Promise<void> {
  if (request === null) {
    toast.warning(problems[0]?.message ?? 'This block sends no request.', {
      description: 'There is no request to copy.',
    });
    return;
  }
  const { method, url, headers, body } = request;
  const text = exporter.write({
    method,
    url,
    headers: headers.map(({ name, value }) => [name, value]),
    body: body !== null && 'text' in body ? body.text : null,
  });
  const notes = [...warnings];
  if (body !== null && 'size' in body)
    notes.push(`Its body of ${body.size} bytes is not text and was left out.`);
  if (!(await copyText(text))) toast.error('The browser did not allow copying.');
  else if (notes.length > 0) toast.success(`Copied as ${exporter.label}`, { description: notes.join(' ') });
  else toast.success(`Copied as ${exporter.label}`);
}
