import { z } from 'zod';

/** `--url`: the address of the server. */
export const UrlFlag = z.url('Enter a URL.').optional();
