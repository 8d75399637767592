import { openedDocuments } from '../open-shared';

/** As after a restart of the server. */
export const forgetSharedDocuments = (): void => openedDocuments().clear();
