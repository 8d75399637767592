import type { Operation } from '../../platform/http/operation';
import { reply } from '../../platform/http/reply';
import { operation, publicOperation } from '../access/operation';
import { changePassword } from './change-password';
import {
  changePasswordEndpoint,
  getMeEndpoint,
  getPasswordResetEndpoint,
  resetPasswordEndpoint,
  sendVerificationEndpoint,
  signOutEverywhereEndpoint,
  updateMeEndpoint,
  verifyEmailEndpoint,
} from './endpoints';
import { getMe } from './get-me';
import { getPasswordReset, resetPassword } from './reset-password';
import { signOutEverywhere } from './sessions';
import { updateMe } from './update-me';
import { sendVerification, verifyEmail } from './verify-email';

export const accountRoutes: readonly Operation[] = [
  operation(getMeEndpoint, (actor) => getMe(actor)),
  operation(updateMeEndpoint, (actor, { body }) => updateMe(actor, body)),
  operation(changePasswordEndpoint, async (actor, { body }) =>
    reply(undefined, 204, { 'set-cookie': await changePassword(actor, body) }),
  ),
  operation(signOutEverywhereEndpoint, async (actor) =>
    reply(undefined, 204, { 'set-cookie': await signOutEverywhere(actor) }),
  ),
  operation(sendVerificationEndpoint, async (actor) => void (await sendVerification(actor))),
  operation(verifyEmailEndpoint, (actor, { body }) => verifyEmail(actor, body)),
  publicOperation(getPasswordResetEndpoint, (_, { params }) => getPasswordReset(params)),
  publicOperation(resetPasswordEndpoint, (_, { params, body }) => resetPassword({ ...body, ...params })),
];
