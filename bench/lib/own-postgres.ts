import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Lifetime } from '../../e2e/fixtures/app-process';
import { freePort } from '../../e2e/fixtures/product';
import { locatePostgres, serverAccount } from '../../scripts/lib/postgres/postgres-binaries.mjs';
import { createClusterOnce, SUPERUSER } from '../../scripts/lib/postgres/postgres-cluster.mjs';
import { parentOf } from '../../scripts/lib/process-identity.mjs';

const PASSWORD = 'bench';
const APP_ROLE = 'millrace_app';
const DATABASE = 'millrace';
const SMALL_DISK_MB = 256;
const READY_MS = 60_000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  jit: 'off',
  log_timezone: 'UTC',
};

export interface OwnPostgresOptions {
  /**
   * Puts the tables on their own file system of 256 MB (but not the write-ahead log); needs root and Linux.
   */
  smallDisk?: boolean;
}

/** The bench's own database server, on one port for its lifetime, which can be stopped, frozen and filled. */
export class OwnPostgres {
  readonly #native: string;
  readonly #account: { uid?: number; gid?: number };
  readonly #folder: string;
  readonly #disk: string;
  #child: ChildProcess | null = null;

  private constructor(
    readonly port: number,
    folder: string,
    disk: string,
  ) {
    this.#account = serverAccount();
    this.#native = locatePostgres(this.#account);
    this.#folder = folder;
    this.#disk = disk;
  }

  /** Starts a server with a database owned by an ordinary role. Opens `folder` to the server's account. */
  static async create(
    lifetime: Lifetime,
    folder: string,
    { smallDisk = false }: OwnPostgresOptions = {},
  ): Promise<OwnPostgres> {
    const disk = path.join(folder, 'disk');
    chmodSync(folder, 0o755);
    mkdirSync(disk, { mode: 0o755 });
    if (smallDisk) mountSmall(lifetime, disk);
    const own = new OwnPostgres(await freePort(), folder, disk);
    own.#initialise(smallDisk);
    lifetime.onEnd(() => own.stop('immediate'));
    await own.start();
    await own.asAdmin(async (client) => {
      await client.query(`CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '${PASSWORD}'`);
      await client.query(`CREATE DATABASE ${DATABASE} OWNER ${APP_ROLE}`);
    }, 'postgres');
    return own;
  }

  /** The URL for the product: an ordinary role, through `port` if it is not the server's own. */
  url(port = this.port): string {
    return `postgresql://${APP_ROLE}:${PASSWORD}@127.0.0.1:${port}/${DATABASE}`;
  }

  /** The URL for the bench: the superuser, for whom some connections are reserved. */
  adminUrl(database = DATABASE): string {
    return `postgresql://${SUPERUSER}:${PASSWORD}@127.0.0.1:${this.port}/${database}`;
  }

  async asAdmin<T>(work: (client: pg.Client) => Promise<T>, database = DATABASE): Promise<T> {
    const client = new pg.Client({ connectionString: this.adminUrl(database) });
    client.on('error', () => undefined); // the pending query fails with the same error
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  /** Settles once the server accepts statements. */
  async start(): Promise<void> {
    const settings = { ...SETTINGS, port: String(this.port) };
    const log = openSync(path.join(this.#folder, 'postgres.log'), 'a');
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    this.#child = spawn(path.join(this.#native, 'bin/postgres'), ['-D', this.#data, ...args], {
      ...this.#account,
      cwd: '/',
      stdio: ['ignore', log, log],
      env: { ...process.env, LC_ALL: 'C' },
    });
    closeSync(log);
    await this.untilReady();
  }

  async untilReady(): Promise<void> {
    const deadline = Date.now() + READY_MS;
    for (;;)
      try {
        return await this.asAdmin(async (client) => void (await client.query('SELECT 1')), 'postgres');
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await sleep(20);
      }
  }

  /** `fast` ends the sessions and writes everything out; `immediate` leaves recovery to the next start. */
  async stop(how: 'fast' | 'immediate'): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    this.thaw();
    child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT');
    await exited;
  }

  /** Freezes every process of the server; its sockets stay open. */
  freeze(): void {
    for (const pid of [this.#child!.pid!, ...this.#backends()]) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    for (const pid of [...this.#backends(), this.#child!.pid!]) signal(pid, 'SIGCONT');
  }

  /** Fills the small disk, including space that is freed later, until the returned function is called. */
  fillDisk(): () => void {
    const ballast = path.join(this.#disk, 'ballast');
    const file = openSync(ballast, 'a');
    const fill = (): void => {
      for (const chunk of [Buffer.alloc(1024 * 1024), Buffer.alloc(4096)]) while (written(file, chunk));
    };
    fill();
    const timer = setInterval(fill, 200);
    return () => {
      clearInterval(timer);
      closeSync(file);
      rmSync(ballast);
    };
  }

  get #data(): string {
    return path.join(this.#disk, 'data');
  }

  #initialise(logElsewhere: boolean): void {
    const [native, account] = [this.#native, this.#account];
    createClusterOnce({ folder: this.#disk, native, account, password: PASSWORD, durable: true });
    if (!logElsewhere) return;
    const log = path.join(this.#folder, 'pg_wal');
    run('mv', path.join(this.#data, 'pg_wal'), log);
    symlinkSync(log, path.join(this.#data, 'pg_wal'));
  }

  #backends(): number[] {
    const parent = this.#child!.pid;
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && parentOf(pid) === parent);
  }
}

/** Sends a signal; a process that has ended in the meantime is ignored. */
function signal(pid: number, name: 'SIGSTOP' | 'SIGCONT'): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function mountSmall(lifetime: Lifetime, folder: string): void {
  run('mount', '-t', 'tmpfs', '-o', `size=${SMALL_DISK_MB}m,mode=755`, 'millrace-bench', folder);
  lifetime.onEnd(() => run('umount', '--lazy', folder));
}

function run(command: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}

function written(file: number, chunk: Buffer): boolean {
  try {
    return writeSync(file, chunk) === chunk.length;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
