import { KintoneRestAPIClient } from '@kintone/rest-api-client';
import { serve } from '../../platform/index';
import { createKintoneEmulator, type KintoneOptions } from '../create-kintone-emulator';

/** Serves the emulator; returns it with the official client. */
export async function serveKintone(options: KintoneOptions) {
  const { secret, guestSpace } = options;
  const emulator = await createKintoneEmulator(options);
  const served = await serve(emulator);
  // The client accepts http only for a host named localhost.
  const baseUrl = `http://localhost:${served.port}`;
  const guest = guestSpace === undefined ? {} : { guestSpaceId: guestSpace };
  return {
    emulator,
    url: served.url,
    baseUrl,
    /** The staff, who may do everything. */
    client: new KintoneRestAPIClient({ baseUrl, auth: { username: 'staff', password: secret }, ...guest }),
    clientOf: (token: string) => new KintoneRestAPIClient({ baseUrl, auth: { apiToken: token }, ...guest }),
    close: async () => {
      await served.close();
      await emulator.close();
    },
  };
}
