import { AppError } from '../../errors';

/** The most pairs of an urlencoded form. The largest real ones, orders with many lines, have some hundreds. */
export const MAX_FORM_PAIRS = 5_000;
/** The most parts of a multipart form. PHP takes 1,500 by default, so no sender relies on more. */
export const MAX_FORM_PARTS = 2_000;
/** The most bytes in the headers of one part; the name and the file name are in them. */
export const MAX_PART_HEADER_BYTES = 16 * 1024;
export const MAX_PART_HEADERS = 100;
export const MAX_NAME_CHARACTERS = 1_000;
/** RFC 2046 allows 70. A long one would make the search for it slow. */
export const MAX_BOUNDARY_CHARACTERS = 200;

export function formTooLarge(message: string): AppError {
  return new AppError('payload_too_large', message, {
    issues: [{ param: 'body', code: 'body_too_complex', message }],
  });
}
