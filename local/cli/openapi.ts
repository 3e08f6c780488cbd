import { writeFile } from 'node:fs/promises';
import { calls } from '#shared/contract/index';
import { openApi } from '#shared/contract/openapi';

await writeFile('docs/openapi.json', `${JSON.stringify(openApi(calls), undefined, 2)}\n`);
