'use client';

import { ClipboardCopy } from 'lucide-react';
import { toast } from 'sonner';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import type { BlockExporter } from '@/lib/core/blocks/import-export';
import { blockDefinitions } from '@/lib/core/blocks/registry/definitions';
import type { TraceSpan } from '@/lib/core/engine/trace-span';
import { client } from '@/lib/platform/http/client';
import { getRecordedRequestEndpoint } from '@/lib/services/runs/endpoints';
import { copyRequest } from './copy-request';

/** The request that a block of a past run sent, as code; renders nothing for a block that sent none. */
export function CopyRequestMenu({ logId, span }: { logId: string; span: TraceSpan }) {
  const exporters = blockDefinitions.get(span.type)?.outsideWork?.request?.exporters ?? [];
  const tries = span.attempts?.length ?? 0;
  if (exporters.length === 0 || tries === 0) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button
          size="sm"
          title={tries > 1 ? `Each of the ${tries} attempts sent the same request` : undefined}
        >
          <ClipboardCopy aria-hidden />
          Copy request as…
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {exporters.map((exporter) => (
          <DropdownMenuItem key={exporter.id} onSelect={() => void copyRecorded(logId, span.id, exporter)}>
            {exporter.label}
          </DropdownMenuItem>
        ))}
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

async function copyRecorded(id: string, spanId: string, exporter: BlockExporter): Promise<void> {
  try {
    const { data } = await client.call(getRecordedRequestEndpoint, { params: { id, spanId } });
    await copyRequest(data, exporter);
  } catch (error) {
    toast.error(`Couldn’t copy: ${error instanceof Error ? error.message : String(error)}`);
  }
}
