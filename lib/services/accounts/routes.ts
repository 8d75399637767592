import { reply } from '../../platform/http/reply';
import { type Operation, operation, publicOperation } from '../access/operation';
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

const OWN_ACCOUNT = { none: 'An account is its person’s.' };

export const accountRoutes: readonly Operation[] = [
  operation(getMeEndpoint, (actor) => getMe(actor)),
  operation(updateMeEndpoint, updateMe),
  operation(
    changePasswordEndpoint,
    async (actor, { body }) => reply(undefined, 204, { 'set-cookie': await changePassword(actor, body) }),
    changePassword,
  ),
  operation(
    signOutEverywhereEndpoint,
    async (actor) => reply(undefined, 204, { 'set-cookie': await signOutEverywhere(actor, undefined) }),
    signOutEverywhere,
  ),
  operation(sendVerificationEndpoint, async (actor) => void (await sendVerification(actor)), {
    guards: {
      role: OWN_ACCOUNT,
      quota: { none: 'E-mails have an allowance, `access/mail-allowance.ts`.' },
      audit: { none: 'It changes nothing until the link is opened, which is an event.' },
      transaction: { none: 'One row is written.' },
    },
  }),
  operation(verifyEmailEndpoint, (actor, { body }) => verifyEmail(actor, body), {
    guards: {
      role: OWN_ACCOUNT,
      quota: { none: 'It adds none.' },
      audit: 'user.email_verified',
      transaction: { own: '`markProven` is a part of other transactions too.' },
    },
  }),
  publicOperation(getPasswordResetEndpoint, (_, { params }) => getPasswordReset(params)),
  publicOperation(resetPasswordEndpoint, (_, { params, body }) => resetPassword({ ...body, ...params }), {
    guards: {
      role: { none: 'Who has the link may.' },
      quota: { none: 'It adds none.' },
      audit: 'user.password_reset',
      transaction: { own: 'Who does it is known inside the transaction.' },
    },
  }),
];
