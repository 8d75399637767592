import { parseAllowList } from '../addresses/allow-list';
import { operatorProxy } from '../addresses/operator-proxy';
import { env } from '../env';
import { processSingleton } from '../process-singleton';
import { createOutboundClient } from './client';
import type { OutboundClient } from './contract';
import { ownServices } from './own-services';

/** The demo endpoint that the example workflow calls: the only address of our own that runs may call. */
const DEMO_PATH_PREFIX = '/api/demo/';

/** Returns this process's client, guarded by the operator's OUTBOUND_ALLOW. */
export const outboundClient = (): OutboundClient =>
  processSingleton('outbound-client', () =>
    createOutboundClient({
      allow: parseAllowList(env().OUTBOUND_ALLOW),
      maxHeadBytes: env().OUTBOUND_HEADERS_KB * 1024,
      allowSelfOrigin: [{ origin: new URL(env().NEXTAUTH_URL).origin, pathPrefix: DEMO_PATH_PREFIX }],
      proxyFor: operatorProxy,
      proxyTarget: env().OUTBOUND_PROXY_TARGET,
      ownServices: ownServices(env().PORT, env().DATABASE_URL),
    }),
  );
