/** All that the package offers. */
export { Millrace } from './client.js';
export {
  ApiError,
  ConnectionError,
  MillraceError,
  type Problem,
  type ProblemIssue,
  SignatureError,
  TimeoutError,
} from './errors.js';
export type { FeedOptions, FeedPage, FeedPlace, FeedQuery } from './log-feed.js';
export type { Page, Pages } from './pages.js';
export type { AgainOptions, StartOptions } from './resources/executions.js';
export type { WaitsQuery } from './resources/waits.js';
export type { ApiRequest, CallOptions, ClientOptions, JsonCodec } from './transport.js';
export type * from './types/common.js';
export type * from './types/executions.js';
export type * from './types/logs.js';
export type * from './types/webhooks.js';
export type * from './types/workflows.js';
export { type Delivery, type VerifiedDelivery, verifyWebhook } from './webhook-signature.js';
