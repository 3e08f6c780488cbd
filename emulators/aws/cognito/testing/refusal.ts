/** An error of the service for `rejects.toMatchObject`; `message` is the whole text, or a pattern in it. */
export const refusal = (name: string, message?: string | RegExp): { name: string; message?: string } => ({
  name,
  ...(message !== undefined && {
    message: typeof message === 'string' ? message : (expect.stringMatching(message) as string),
  }),
});
