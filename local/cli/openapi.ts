import { writeFile } from 'node:fs/promises';
import { calls } from '#shared/contract/index';
import { openApiText } from '#shared/contract/openapi';

await writeFile('docs/openapi.json', openApiText(calls));
