import { MovableClock, serve } from '../../../platform/index';
import { createDynamoDbEmulator } from '../create-dynamodb-emulator';

/** Serves a folder in a process of its own, for tests that kill it: `serve-folder.ts <folder>` prints its address. */
async function main(folder: string | undefined): Promise<void> {
  const emulator = await createDynamoDbEmulator({ clock: new MovableClock(), folder });
  const { url } = await serve(emulator);
  process.stdout.write(`${url}\n`);
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
