import { setTimeout as sleep } from 'node:timers/promises';
import { parseAllowList } from '../../platform/addresses/allow-list';
import { env } from '../../platform/env';
import { AppError } from '../../platform/errors';
import { createAddressGuard } from '../../platform/outbound-http/address-guard';
import { createIsOwnService, ownServices } from '../../platform/outbound-http/own-services';
import { explainRefusedUrl } from '../../platform/outbound-http/refused-url';

/** A slow resolver must not hold up a form: the address is judged again at every connection. */
const LOOKUP_MS = 3_000;

/** @throws AppError invalid_request at the field, for an address that deliveries could never reach */
export async function vetUrl(url: string): Promise<void> {
  const { OUTBOUND_ALLOW, PORT, DATABASE_URL } = env();
  const isOwn = createIsOwnService(ownServices(PORT, DATABASE_URL));
  const guard = createAddressGuard(parseAllowList(OUTBOUND_ALLOW), undefined, isOwn);
  const reason = await Promise.race([
    explainRefusedUrl(new URL(url), guard),
    sleep(LOOKUP_MS, null, { ref: false }),
  ]);
  if (reason === null) return;
  const issues = [{ param: 'url', code: 'address_not_allowed', message: reason }];
  throw new AppError('invalid_request', `url: ${reason}`, { issues });
}
