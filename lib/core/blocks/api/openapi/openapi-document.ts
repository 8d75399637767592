import type { JsonObject } from './json-node';

/** An OpenAPI 3 or Swagger 2 document; only its version and that it is an object have been checked. */
export interface OpenApiDocument {
  root: JsonObject;
  /** Operations of Swagger 2 are converted to OpenAPI 3 when they are read. */
  version: 2 | 3;
  /** References without a target since this set was last cleared. */
  lost: Set<string>;
}

export const openApi3 = (root: JsonObject): OpenApiDocument => ({ root, version: 3, lost: new Set() });
