/**
 * Capacitor's plugins reject when the user closes their window, and only the message says so: `Share canceled`, `scan
 * canceled.`
 */
export const wasCancelled = (error: unknown): boolean => error instanceof Error && /cancell?ed/i.test(error.message);
