import { createServer } from 'node:net';

/**
 * Fails before anything is built if the portal's port is in use.
 * @throws one sentence with the way out
 */
export async function checkPort(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE')
        reject(new Error(`Port ${port} is in use by another program; choose another one: PORT=${port + 1} npm start`));
      else if (error.code === 'EACCES')
        reject(new Error(`Port ${port} may not be used by this account; choose one above 1023: PORT=3000 npm start`));
      else reject(error);
    });
    server.listen(port, '127.0.0.1', () => server.close(() => resolve()));
  });
}
