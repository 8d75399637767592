import { z } from 'zod';
import { defineEndpoint } from '../../platform/http/endpoint';
import { MAX_PASSWORD_LENGTH, Me, Password, PersonName } from './schema';

const tag = 'Account';

/** Why no key may call these operations. */
const sessionOnly = {
  why: 'It is about your own account.',
  instead: 'A key may call GET /api/v1/workspaces.',
};

export const getMeEndpoint = defineEndpoint({
  id: 'getMe',
  method: 'GET',
  path: '/api/me',
  summary: 'Who is signed in',
  tag,
  auth: 'session',
  sessionOnly,
  response: Me,
});

export const updateMeEndpoint = defineEndpoint({
  id: 'updateMe',
  method: 'PATCH',
  path: '/api/me',
  summary: 'Change your name',
  tag,
  auth: 'session',
  sessionOnly,
  body: z.strictObject({ name: PersonName }),
  response: Me,
});

export const changePasswordEndpoint = defineEndpoint({
  id: 'changePassword',
  method: 'PUT',
  path: '/api/me/password',
  summary: 'Change your password; every other session ends',
  description:
    'The response carries this session’s new cookie. `currentPassword` is needed when there is one.',
  tag,
  auth: 'session',
  sessionOnly,
  body: z.strictObject({
    currentPassword: z.string().max(MAX_PASSWORD_LENGTH).optional(),
    newPassword: Password,
  }),
  status: 204,
});

export const signOutEverywhereEndpoint = defineEndpoint({
  id: 'signOutEverywhere',
  method: 'POST',
  path: '/api/me/sign-out-everywhere',
  summary: 'End all of your sessions, this one included',
  description: 'API keys go on working.',
  tag,
  auth: 'session',
  sessionOnly,
  status: 204,
});

export const sendVerificationEndpoint = defineEndpoint({
  id: 'sendVerification',
  method: 'POST',
  path: '/api/me/email/verification',
  summary: 'Have a link sent that verifies your e-mail address',
  tag,
  auth: 'session',
  sessionOnly,
  status: 204,
});

export const verifyEmailEndpoint = defineEndpoint({
  id: 'verifyEmail',
  method: 'POST',
  path: '/api/me/email/verify',
  summary: 'Verify your e-mail address with the token of such a link',
  tag,
  auth: 'session',
  sessionOnly,
  body: z.strictObject({ token: z.string() }),
  response: Me,
});

const WithToken = z.object({ token: z.string() });
const WithEmail = z.object({ email: z.string() });

export const getPasswordResetEndpoint = defineEndpoint({
  id: 'getPasswordReset',
  method: 'GET',
  path: '/api/password-resets/{token}',
  summary: 'Whose password a reset link is for',
  tag,
  auth: 'public',
  params: WithToken,
  response: WithEmail,
});

export const resetPasswordEndpoint = defineEndpoint({
  id: 'resetPassword',
  method: 'POST',
  path: '/api/password-resets/{token}',
  summary: 'Choose a new password; every session of the account ends',
  description: 'The operator makes the link with `cli -- reset-password`. It works once, for an hour.',
  tag,
  auth: 'public',
  params: WithToken,
  body: z.strictObject({ password: Password }),
  response: WithEmail,
});
