import { mapUrlCredentials } from '../../core/references/credentials';
import { openText, sealText } from '../../platform/encryption/sealed-text';

const contextOf = (webhookId: string): string => `webhook url ${webhookId}`;

/** Returns the URL as stored: its password and the values of telling query keys are sealed in place. */
export const sealUrl = (webhookId: string, url: string): string =>
  mapUrlCredentials(url, (credential) => sealText(credential, contextOf(webhookId)));

/** Returns the URL as deliveries call it and its authors wrote it. */
export const openUrl = (webhookId: string, stored: string): string => openText(stored, contextOf(webhookId));
