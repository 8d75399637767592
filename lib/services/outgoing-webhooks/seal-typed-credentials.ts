import { CONCEALED, mapUrlCredentials } from '../../core/references/credentials';
import { replaceSealed } from '../../platform/encryption/sealed-text';
import { LOWEST_ID } from '../../platform/ids';
import { prisma } from '../../platform/postgres/db';
import { openUrl, sealUrl } from './sealed-url';

const BATCH = 100;

const conceal = (): string => CONCEALED;

/**
 * Seals every credential that was typed into a webhook’s URL with the current key: those of earlier versions,
 * which are plain until they are saved again, and those that the previous key sealed. Can be run again.
 * @returns how many held any
 */
export async function sealWebhooks(): Promise<number> {
  let count = 0;
  for (let after = LOWEST_ID; ; ) {
    const rows = await prisma().webhookSubscription.findMany({
      where: { id: { gt: after } },
      orderBy: { id: 'asc' },
      take: BATCH,
      select: { id: true, url: true },
    });
    for (const { id, url } of rows) {
      const opened = openUrl(id, url);
      if (mapUrlCredentials(opened, conceal) === replaceSealed(url, CONCEALED)) continue;
      await prisma().webhookSubscription.updateMany({
        where: { id, url },
        data: { url: sealUrl(id, opened) },
      });
      count += 1;
    }
    const last = rows.at(-1);
    if (last === undefined) return count;
    after = last.id;
  }
}
