import { createContext } from 'react';

/** Names the field of a block's form around a text; null if the text isn't part of the workflow. */
export const SharedField = createContext<string | null>(null);
