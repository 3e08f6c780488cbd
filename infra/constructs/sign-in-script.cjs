/** A run of the canary: signs in as the test owner, reads their shops, and signs out. What is thrown fails the run. */
const { GetSecretValueCommand, SecretsManagerClient } = require('@aws-sdk/client-secrets-manager');

const { PORTAL, SECRET } = process.env;

exports.handler = async () => {
  const { SecretString } = await new SecretsManagerClient({}).send(new GetSecretValueCommand({ SecretId: SECRET }));
  const { email, password } = JSON.parse(SecretString);
  if (!email || !password) throw new Error(`The secret ${SECRET} has no address and password of a test owner`);
  const cookies = new Map();
  const ask = async (method, path, body) => {
    const response = await fetch(new URL(path, PORTAL), {
      method,
      headers: {
        origin: PORTAL,
        'user-agent': 'portal-canary',
        cookie: Array.from(cookies, (pair) => pair.join('=')).join('; '),
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(15_000),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
  };
  await ask('POST', '/api/login', { email, password });
  try {
    await ask('GET', '/api/stripe/customer');
  } finally {
    await ask('POST', '/api/logout');
  }
};
