/**
 * Says whether the person made the rail slim on this machine. A cookie, so that the server draws it as it is.
 */
export const RAIL_COOKIE = 'rail';
export const SLIM_RAIL = 'slim';
