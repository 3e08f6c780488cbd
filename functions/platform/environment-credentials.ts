/**
 * Replaces the AWS SDK's chain of credential providers in the bundles. Lambda gives a function its role's credentials
 * in the environment, so the other sources are not needed, and leaving them out saves the most time at a cold start.
 */
export const defaultProvider = () => async () => {
  const {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
  } = process.env;
  if (!accessKeyId || !secretAccessKey) throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set');
  return { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) };
};
