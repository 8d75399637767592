import type { JsonObject } from './json-node';

/** An OpenAPI 3 or Swagger 2 document; only its version and that it is an object are known for sure. */
export interface OpenApiDocument {
  root: JsonObject;
  /** Operations of Swagger 2 are turned into those of OpenAPI 3 when they are read. */
  version: 2 | 3;
  /** References that led nowhere since this was last emptied. */
  lost: Set<string>;
}

export const openApi3 = (root: JsonObject): OpenApiDocument => ({ root, version: 3, lost: new Set() });
