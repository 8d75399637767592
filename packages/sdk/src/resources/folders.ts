import { path } from '../address.js';
import type { CallOptions, Transport } from '../transport.js';
import type { Kept } from '../types/common.js';
import type { Folder, PutFolder } from '../types/workflows.js';

export class Folders {
  readonly #http: Transport;

  constructor(http: Transport) {
    this.#http = http;
  }

  /** All of a workspace in one flat list, by name; `parentId` makes the tree. */
  async list(workspaceId: string, options?: CallOptions): Promise<Folder[]> {
    return this.#http.data({ method: 'GET', path: '/api/v1/folders', query: { workspaceId } }, options);
  }

  async create(
    folder: { workspaceId: string; name: string; parentId?: string | null },
    options?: CallOptions,
  ): Promise<Folder> {
    return this.#http.data({ method: 'POST', path: '/api/v1/folders', body: folder }, options);
  }

  /** Creates what has this external id, or makes it as given; the same again changes nothing. */
  async put(externalId: string, folder: PutFolder, options?: CallOptions): Promise<Kept<Folder>> {
    return this.#http.json(
      { method: 'PUT', path: path`/api/v1/folders/by-external-id/${externalId}`, body: folder },
      options,
    );
  }

  /** Renames or moves it; null as `parentId` is the top. */
  async update(
    id: string,
    change: { name?: string; parentId?: string | null },
    options?: CallOptions,
  ): Promise<Folder> {
    return this.#http.data({ method: 'PATCH', path: path`/api/v1/folders/${id}`, body: change }, options);
  }

  /** Everything in it moves to its parent. */
  async delete(id: string, options?: CallOptions): Promise<void> {
    return this.#http.json({ method: 'DELETE', path: path`/api/v1/folders/${id}` }, options);
  }
}
