import { wireRequest } from '../../../platform/outbound-http/wire-request';
import type { BlockPreviewer } from '../block';
import type { ResolvedApiConfig } from './config/api-config';
import { firstPage } from './pagination/page-config';
import { prepareRequest, withField } from './request/prepare-request';

export const previewApi: BlockPreviewer<ResolvedApiConfig> = async (config, { maskedAuth }) => {
  const { auth } = config;
  const fetched = auth.kind === 'connection' ? await maskedAuth?.(auth.connectionId.trim()) : null;
  const prepared = prepareRequest(firstPage(config), fetched ?? null);
  if (!prepared.ok) return prepared;
  const wire = wireRequest(prepared.request.request);
  return wire.ok ? prepared : { ok: false, error: withField(wire.error) };
};
