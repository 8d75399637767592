import { closeOpened } from '../open-documents';

/** Simulates a restart of the server. */
export const forgetSharedDocuments = (): void => closeOpened();
