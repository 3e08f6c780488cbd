import { spawnSync } from 'node:child_process';

const benches: Record<string, () => Promise<{ bench: () => Promise<void> }>> = {
  bundles: () => import('./bundles'),
  devices: () => import('./devices'),
  events: () => import('./events'),
  page: () => import('./page'),
  customers: () => import('./customers'),
  start: () => import('./start'),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown.join(', ')}"; there are: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
const [name = '', ...others] = wanted.length > 0 ? wanted : Object.keys(benches);
if (others.length > 0) {
  // Each in a process of its own: the services that one has set would be those of the next.
  for (const one of [name, ...others])
    if (spawnSync('npm', ['run', '--silent', 'bench', '--', one], { stdio: 'inherit' }).status !== 0)
      process.exitCode = 1;
} else {
  console.log(`\n${name}\n${'-'.repeat(name.length)}`);
  // A function's modules read their settings when they are loaded.
  Object.assign(process.env, {
    AWS_REGION: 'ap-northeast-1',
    AWS_ACCESS_KEY_ID: 'bench',
    AWS_SECRET_ACCESS_KEY: 'bench',
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
  });
  await (await benches[name]?.())?.bench();
}
