import { EnvHttpProxyAgent, setGlobalDispatcher } from 'undici';
import { operatorProxy } from '../addresses/operator-proxy';

/** Lets `fetch` use the operator's proxy, as the client for authors' requests does. */
export function proxyGlobalFetch(): void {
  const isProxied = operatorProxy('https:', 'a-host.example', 443) !== null;
  if (isProxied) setGlobalDispatcher(new EnvHttpProxyAgent());
}
