import type { OutboundOptions, OutboundResponse } from '../../../../platform/outbound-http/contract';
import type { ExecutionContext } from '../../block';
import type { FileReference } from '../../file-reference';
import type { ResolvedApiConfig } from '../config/api-config';
import { fileNameOf } from './file-name';
import { contentTypeOf, mayBeFile, type ResponseData } from './response-data';

/** Makes a run keep responses as files: successes that are no text, of blocks without pagination. */
export function fileKeeping(
  { responseType, pagination }: ResolvedApiConfig,
  { holdsSecret = () => false }: ExecutionContext,
): Pick<OutboundOptions, 'keepFile'> {
  if (pagination !== undefined && pagination.kind !== 'none') return {};
  return {
    keepFile: {
      holdsSecret,
      describe: (head) => {
        const contentType = contentTypeOf(head);
        const isWanted = head.status < 300 && mayBeFile(contentType, responseType);
        return isWanted ? { name: fileNameOf(head), contentType: contentType ?? null } : null;
      },
    },
  };
}

/** Returns the reference to a response that was kept as a file; null for any other. */
export function fileReference(response: OutboundResponse): ResponseData | null {
  if (!response.file) return null;
  const { id: fileId, size, url } = response.file;
  const contentType = contentTypeOf(response) ?? null;
  const data: FileReference = { contentType, size, name: fileNameOf(response), fileId, url };
  const warning = url === null ? 'The file holds a secret, so nobody can download it.' : null;
  return { data, isBinary: true, warning, jsonValues: 0 };
}
