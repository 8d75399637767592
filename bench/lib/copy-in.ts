import { once } from 'node:events';
import type { Socket } from 'node:net';
import pg from 'pg';

/** The calls of pg for a custom query; see node_modules/pg/lib/client.js. */
interface CopyConnection {
  stream: Socket;
  query(text: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
}

/** Streams rows in Postgres's text format into a table over its own connection. */
export class CopyIn {
  readonly #client: pg.Client;
  readonly #ready: Promise<CopyConnection>;
  readonly #ended: Promise<void>;
  #lines: string[] = [];
  #size = 0;

  constructor(databaseUrl: string, target: string) {
    this.#client = new pg.Client({ connectionString: databaseUrl });
    let begin: (connection: CopyConnection) => void;
    this.#ready = new Promise((resolve) => {
      begin = resolve;
    });
    this.#ended = this.#client.connect().then(
      () =>
        new Promise((resolve, reject) => {
          this.#client.query({
            submit: (connection: CopyConnection) => connection.query(`COPY ${target} FROM STDIN`),
            handleCopyInResponse: (connection: CopyConnection) => begin(connection),
            handleCommandComplete: () => undefined,
            handleReadyForQuery: () => resolve(),
            handleError: reject,
          } as unknown as pg.Submittable);
        }),
    );
  }

  /** Waits while the server is behind. */
  async write(line: string): Promise<void> {
    this.#lines.push(line);
    this.#size += line.length;
    if (this.#size > 256 * 1024) await this.#flush();
  }

  async end(): Promise<void> {
    await this.#flush();
    (await this.#ready).endCopyFrom();
    await this.#ended;
    await this.#client.end();
  }

  async #flush(): Promise<void> {
    const connection = await Promise.race([
      this.#ready,
      this.#ended.then(() => Promise.reject(new Error('COPY ended'))),
    ]);
    connection.sendCopyFromChunk(Buffer.from(this.#lines.join('')));
    this.#lines = [];
    this.#size = 0;
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
  }
}
