import path from 'node:path';
import { type Product, startProduct } from '../../e2e/fixtures/product';
import { joinEmbedded } from '../../scripts/lib/database.mjs';
import type { Lifetime } from '../../scripts/lib/lifetime.mjs';
import { makeTestFolder } from '../../scripts/lib/test-folder.mjs';

/** The product with its own database. */
export interface BenchProduct {
  product: Product;
  databaseUrl: string;
  /** The folder of the database's files. */
  databaseFolder: string;
  /** The environment for the command line. */
  env: NodeJS.ProcessEnv;
}

/** Starts the product, until `lifetime` ends. Runs may call this machine; `settings` are extra variables. */
export async function startBenchProduct(
  lifetime: Lifetime,
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchProduct> {
  const folder = makeTestFolder(lifetime);
  const databaseFolder = path.join(folder, 'database');
  const { url: databaseUrl } = await joinEmbedded(lifetime, databaseFolder);
  const env = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: databaseUrl,
    OUTBOUND_ALLOW: '127.0.0.1',
    ...settings,
  };
  const product = await startProduct(env);
  lifetime.onEnd(product.stop);
  return { product, databaseUrl, databaseFolder, env };
}
