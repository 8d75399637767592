import { SYSTEM_CLOCK } from '../outbound-http/client';
import { askModel } from './ask-model';
import type { ModelClient } from './contract';
import { listPrice, type OwnPrice, ownPrice } from './prices';

/** @param ownPrices returns the workspace's own prices; called when a price is needed */
export function createModelClient(ownPrices: () => Promise<readonly OwnPrice[]>): ModelClient {
  return {
    ask: (request, options) => askModel(request, options, SYSTEM_CLOCK),
    async price(model, usage) {
      const own = (await ownPrices()).find((price) => price.model === model.model);
      return own ? ownPrice(own, usage) : listPrice(model, usage);
    },
  };
}
