import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type LocalClock, serve } from '../../../platform/index';
import { createDynamoDbEmulator, type DynamoDbEmulator } from '../create-dynamodb-emulator';
import { createTestTable } from './create-test-table';

export interface ServedTable {
  emulator: DynamoDbEmulator;
  client: DynamoDBDocumentClient;
  end: () => Promise<void>;
}

/** An emulator of its own with the table `test`, and a client of it that tries once; `end` stops both. */
export async function serveTestTable(clock: LocalClock): Promise<ServedTable> {
  const emulator = await createDynamoDbEmulator({ clock, sweepMs: 0 });
  const served = await serve(emulator);
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint: served.url, maxAttempts: 1 }));
  await createTestTable(client);
  const end = async (): Promise<void> => {
    client.destroy();
    await served.close();
    await emulator.close();
  };
  return { emulator, client, end };
}
