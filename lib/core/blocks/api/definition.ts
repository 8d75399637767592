import { carriesBody, REQUEST_METHODS } from '../../../platform/outbound-http/methods';
import { explainForbiddenHeader } from '../../../platform/outbound-http/request-headers';
import { explainBadAssertion } from '../assertions';
import { defineBlock } from '../define-block';
import { apiExporters } from './code-export/exporters';
import { collectionImporters } from './collections/collection-importer';
import {
  ApiConfig,
  MAX_ATTEMPT_MS,
  MAX_REDIRECTS,
  MAX_TOTAL_MS,
  MIN_TIMEOUT_MS,
  RATE_FIELD,
  WAIT_FOR_SERVER_FIELD,
} from './config/api-config';
import { findBadAuth } from './config/check-auth';
import { findBadPagination, PAGINATION_FIELD } from './config/pagination';
import { findPathParams } from './config/path-params';
import { curlImporter } from './curl/curl-importer';
import { apiIcon } from './icon';
import { openApiImporter } from './openapi/openapi-importer';
import { suggestPagination } from './pagination/suggest/suggest-pagination';
import { outputWithoutResponse } from './request/failed-output';
import { sentByApi, urlOfSent } from './sent-by-api';

const TIMING = {
  kind: 'number',
  references: 'none',
  tab: 'Settings',
  unit: 'ms',
  min: MIN_TIMEOUT_MS,
} as const;

/** Returns `GET /users`, or `GET example.com` without a path; scheme, password and query are left out. */
function summaryOf({ method, url }: ApiConfig): string {
  const place = url
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[?#].*$/s, '')
    .replace(/^[^/@]*@/, '');
  // Without a slash, as in a placeholder for the whole address, all of it is shown.
  const path = place.slice(Math.max(0, place.indexOf('/')));
  return place === '' ? method : `${method} ${path === '/' ? place : path}`;
}

/** Returns why a method sends no body; a request without a method is a GET. */
function whyNoBody({ method = 'GET' }: Readonly<Record<string, unknown>>): string | null {
  if (carriesBody(String(method).toUpperCase())) return null;
  return `${method} sends no body: choose POST, PUT or PATCH.`;
}

const HAS_REFERENCE = /<|\{\{/;

/** Returns the problems known before a run; rows with references are checked by the run. */
function checkConfig({
  url,
  method,
  headers,
  pathParams,
  body,
  auth,
  pagination,
  assertions,
}: ApiConfig): Array<{ field: string; message: string }> {
  const forbidden = headers.flatMap(({ key, enabled }, index) => {
    const message = enabled && !HAS_REFERENCE.test(key) ? explainForbiddenHeader(key) : null;
    return message === null ? [] : [{ field: `headers.${index}`, message }];
  });
  const filled = new Set(
    pathParams.filter(({ value, enabled }) => enabled && value !== '').map(({ key }) => key.trim()),
  );
  const missing = findPathParams(url).filter((name) => !filled.has(name));
  const badAssertions = assertions.flatMap((assertion, index) => {
    const message = assertion.enabled ? explainBadAssertion(assertion) : null;
    return message === null ? [] : [{ field: `assertions.${index}`, message }];
  });
  const badAuth = findBadAuth(auth);
  const badPagination = findBadPagination(pagination, { method, body });
  return [
    ...forbidden,
    ...missing.map((name) => ({
      field: `pathParams.${name}`,
      message: `The URL's "${name}" has no value.`,
    })),
    ...(badAuth === null ? [] : [{ field: `auth.${badAuth.member}`, message: badAuth.message }]),
    ...(badPagination === null
      ? []
      : [{ field: `pagination.${badPagination.member}`, message: badPagination.message }]),
    ...badAssertions,
  ];
}

export const apiDefinition = defineBlock({
  type: 'api',
  title: 'API',
  description: 'Sends an HTTP request and passes on the response.',
  synonyms: [
    'http',
    'https',
    'rest',
    'curl',
    'fetch',
    'request',
    'call',
    'get',
    'post',
    'put',
    'patch',
    'delete',
    'head',
    'endpoint',
    'url',
    'axios',
    'graphql',
    'soap',
    'webhook-out',
    'send',
    'integration',
    'service',
    'download',
    'upload',
    'oauth',
  ],
  icon: apiIcon,
  config: ApiConfig,
  fields: [
    {
      name: 'method',
      label: 'Method',
      kind: 'select',
      references: 'none',
      besideNext: true,
      options: REQUEST_METHODS.map((method) => ({ value: method, label: method })),
    },
    {
      name: 'url',
      label: 'URL',
      kind: 'url',
      references: 'url',
      queryField: 'params',
      placeholder: 'https://api.example.com/users/<start.id>',
      help: 'The full URL. Values in the path and query are percent-encoded.',
    },
    {
      name: 'params',
      label: 'Query parameters',
      kind: 'rows',
      references: 'query-rows',
      tab: 'Params',
      help: 'Appended to the URL. A list repeats its row; null omits it.',
    },
    {
      name: 'pathParams',
      label: 'Path parameters',
      kind: 'rows',
      references: 'path-rows',
      tab: 'Params',
      help: 'Replace :name and {name} in the URL. Each value fills one segment.',
      rowKeys: ({ url }) => findPathParams(String(url ?? '')),
    },
    { name: 'headers', label: 'Headers', kind: 'rows', references: 'header-rows', tab: 'Headers' },
    {
      name: 'body',
      label: 'Body',
      kind: 'body',
      references: 'body',
      tab: 'Body',
      help: 'Only POST, PUT and PATCH requests have a body.',
      unused: whyNoBody,
    },
    {
      name: 'auth',
      label: 'Authentication',
      kind: 'auth',
      references: 'members',
      urlMembers: ['tokenUrl'],
      tab: 'Auth',
      help:
        'Sent as a header or query parameter. ' +
        'One of the same name that you add yourself takes precedence.',
    },
    {
      ...TIMING,
      name: 'timeoutMs',
      label: 'Timeout of one attempt',
      max: MAX_ATTEMPT_MS,
    },
    {
      ...TIMING,
      name: 'totalTimeoutMs',
      label: 'Total timeout, with retries and waits',
      max: MAX_TOTAL_MS,
    },
    {
      name: 'retry',
      label: 'Retries',
      kind: 'retry',
      references: 'none',
      tab: 'Settings',
      help:
        'After failed connections, timeouts, 429 and 5xx. ' +
        '"When safe": POST and PATCH only if nothing can happen twice.',
    },
    RATE_FIELD,
    {
      name: 'onUnknown',
      label: 'If Millrace stops during the request',
      kind: 'select',
      references: 'none',
      tab: 'Settings',
      options: [
        { value: 'auto', label: 'Send it again only when safe' },
        { value: 'again', label: 'Send it again' },
        { value: 'fail', label: 'Fail: the outcome is unknown' },
        { value: 'ask', label: 'Wait for a person to decide' },
      ],
      help: 'A POST or PATCH is safe with an Idempotency-Key, or when it is always retried.',
    },
    WAIT_FOR_SERVER_FIELD,
    {
      name: 'failOnStatus',
      label: 'Fail the run on 4xx and 5xx',
      kind: 'switch',
      references: 'none',
      tab: 'Settings',
      help: 'Off: the run continues, and later blocks can check <api.status>.',
    },
    {
      name: 'followRedirects',
      label: 'Follow redirects',
      kind: 'switch',
      references: 'none',
      tab: 'Settings',
      help: 'Off: the redirect itself is the response, with its status and Location.',
    },
    {
      name: 'maxRedirects',
      label: 'Maximum redirects',
      kind: 'number',
      references: 'none',
      tab: 'Settings',
      min: 1,
      max: MAX_REDIRECTS,
    },
    {
      name: 'responseType',
      label: 'Read the response as',
      kind: 'select',
      references: 'none',
      tab: 'Settings',
      options: [
        { value: 'auto', label: 'According to its content type' },
        { value: 'json-like', label: 'JSON if it looks like it' },
        { value: 'json', label: 'JSON' },
        { value: 'text', label: 'Text' },
        { value: 'binary', label: 'Bytes' },
      ],
    },
    PAGINATION_FIELD,
    {
      name: 'assertions',
      label: 'Assertions',
      kind: 'assertions',
      references: 'value-rows',
      tab: 'Assertions',
      help:
        'Conditions that the response must meet. If one fails, the block fails. ' +
        'The log shows each result.',
    },
  ],
  ports: () => [
    { id: 'out', label: 'Next', kind: 'normal' },
    { id: 'error', label: 'On error', kind: 'error' },
  ],
  outputs: () => [
    { name: 'data', type: 'any', description: 'Response body; JSON is parsed' },
    { name: 'status', type: 'number', description: 'HTTP status; null without a response' },
    { name: 'headers', type: 'object', description: 'Headers of the response, names in lowercase' },
    { name: 'error', type: 'object', description: 'Details of the error; null on success' },
    {
      name: 'cookies',
      type: 'object',
      description: 'Cookies that the response and its redirects set, by name',
    },
  ],
  failedOutput: outputWithoutResponse,
  outsideWork: {
    request: {
      outputs: { status: 'status', headers: 'headers', body: 'data' },
      urlOf: urlOfSent,
      continuesOnStatus: ({ failOnStatus }) => !failOnStatus,
      exporters: apiExporters,
      nextPage: (exchange, { pagination }) => {
        const hint = pagination.kind === 'none' ? suggestPagination(exchange) : null;
        return hint === null ? null : { words: hint.words, change: { pagination: hint.settings } };
      },
    },
    sent: sentByApi,
    mayWait: ({ onUnknown }) => onUnknown === 'ask',
    waitsForServer: ({ waitForServer }) => (waitForServer === 'workflow' ? null : waitForServer === 'always'),
  },
  check: checkConfig,
  summary: summaryOf,
  importers: [curlImporter, openApiImporter, ...collectionImporters],
});
