/** Words for a delivery that can't be shown or sent any more. */
export const BODY_DELETED =
  'The body of this delivery is deleted: its workspace keeps bodies for less time than deliveries.';
