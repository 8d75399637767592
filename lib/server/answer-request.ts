import { env } from '../platform/env';
import { markWork } from '../platform/event-loop/marks';
import { letSend } from '../platform/http/body/body-of-request';
import { Reply } from '../platform/http/reply';
import { answerMetrics, isMetricsPath } from '../platform/metrics/answer-metrics';
import { logAccess } from './access-log';
import { keepToAnswers } from './answers-host';
import { answerApi, isApiPath, isSchemaPath } from './api-listener';
import { AUTH_PREFIX } from './auth-routes';
import { answerHook, isHookPath } from './hook-listener';
import { answerMcpClient, isMcpPath } from './mcp-listener';
import { createPageListener, type Handle, setForwardedHeaders } from './page-listener';
import { refuse } from './refuse';
import { normalizeTarget } from './request-target';
import { setSecurityHeaders } from './security-headers';
import { send } from './send';
import { type Traffic, whyNotNow } from './traffic';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

interface AnsweringOptions {
  dev: boolean;
  traffic: Traffic;
  /** Next's request handler. */
  handlePage: Handle;
}

/**
 * Dispatches requests. In development Next also serves the API, so that it reloads, and its own tools post
 * to it.
 */
export function createAnswering({ dev, traffic, handlePage }: AnsweringOptions): Handle {
  const answerPage = createPageListener(handlePage);
  return async (request, response) => {
    traffic.begin(response);
    if (env().ACCESS_LOG === '1') logAccess(request, response);
    setSecurityHeaders(response);
    try {
      normalizeTarget(request);
      keepToAnswers(request);
    } catch (error) {
      return refuse(request, response, error);
    }
    const url = request.url ?? '/';
    const refusal = whyNotNow(traffic, url);
    if (refusal !== null) return refuse(request, response, refusal);
    if (url === '*') return send(response, new Reply(null, 204, { allow: METHODS }), false);
    if (isMetricsPath(url)) return answerMetrics(request, response);
    // In development too, because Next would consume the body.
    if (isHookPath(url)) return answerHook(request, response);
    if (isMcpPath(url)) return answerMcpClient(request, response);
    if (isSchemaPath(url)) return answerApi(request, response);
    if (dev && !url.startsWith(AUTH_PREFIX)) {
      letSend(request);
      setForwardedHeaders(request);
      return handlePage(request, response);
    }
    if (isApiPath(url)) return answerApi(request, response);
    markWork('page');
    return answerPage(request, response);
  };
}
