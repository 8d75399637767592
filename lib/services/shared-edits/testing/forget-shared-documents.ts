import { openedDocuments } from '../open-shared';

/** Simulates a restart of the server. */
export const forgetSharedDocuments = (): void => openedDocuments().clear();
