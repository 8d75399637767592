import { wireRequest } from '../../../platform/outbound-http/wire-request';
import type { BlockPreviewer } from '../block';
import type { ResolvedApiConfig } from './config/api-config';
import { firstPage } from './pagination/page-config';
import { prepareRequest, withField } from './request/prepare-request';

/** Stands for a token that is only fetched when the request is sent. */
const TOKEN_TO_COME = '***';

export const previewApi: BlockPreviewer<ResolvedApiConfig> = (config) => {
  const prepared = prepareRequest(firstPage(config), TOKEN_TO_COME);
  if (!prepared.ok) return prepared;
  const wire = wireRequest(prepared.request.request);
  return wire.ok ? prepared : { ok: false, error: withField(wire.error) };
};
