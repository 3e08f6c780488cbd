import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createStripeEmulator } from '#emulators/stripe';
import { ensureCatalogue } from '#shared/catalogue';
import { startPaymentRecords } from '#functions/testing/payment-records';
import { keepStripeKeys, stripeOf } from '#functions/testing/shops';
import { startSignInServices } from '#functions/testing/sign-in-services';
import { doTasks } from '#functions/testing/task-queue';
import { testServices } from '#functions/testing/test-services';
import { makeBusiness } from '../../local/seed/business';
import { Staff } from '../../local/kintone/staff';
import { devicesIn } from '../cli/move-in';
import { link } from '../cli/move-in-link';
import { look, type Move } from '../cli/move-in-look';

/** The user whose address a customer of the business has too. */
export const userEmail = 'user@example.jp';

/** A business at Stripe and in Kintone, and an empty stage that it moves to. */
export function testMoving() {
  let records: Awaited<ReturnType<typeof startPaymentRecords>>;
  const services = testServices(() =>
    startSignInServices(async (clock) => {
      records = await startPaymentRecords(clock);
      return { stripe: await createStripeEmulator({ clock }), records: records.emulator };
    }),
  );
  beforeEach(async () => {
    process.env['MAIL_FROM'] = 'no-reply@example.jp';
    await keepStripeKeys();
    await records.startAfresh();
    await ensureCatalogue(stripeOf(services));
  });
  const wait = async (): Promise<void> => void (await doTasks());
  return {
    services,
    wait,
    /** Makes the business; what its move works with. */
    business: async (shops?: number): Promise<Move> => {
      const auth = { username: 'staff', password: 'test-password' };
      const staff = new Staff(process.env['KINTONE_BASE_URL'] ?? '', auth);
      const stripe = stripeOf(services);
      const { mapping } = await makeBusiness({ stripe, staff, userEmail }, shops);
      return {
        stripe,
        documents: DynamoDBDocumentClient.from(new DynamoDBClient({})),
        cognito: new CognitoIdentityProviderClient({ maxAttempts: 1 }),
        pool: process.env['USER_POOL_ID'] ?? '',
        usersTable: 'users',
        send: async () => {},
        devices: devicesIn(records.client(), {}),
        mapping,
        progress: () => {},
        turn: async () => {},
      };
    },
    linkAll: async (to: Move) => link(to, await look(to), wait),
    /** The tokens that were mailed to an address, oldest first. */
    tokens: (to: string): string[] =>
      services.messages
        .filter((one) => one.to === to)
        .map(({ text }) => /token=([\w.-]+)/.exec(text)?.[1] ?? '')
        .toReversed(),
  };
}
