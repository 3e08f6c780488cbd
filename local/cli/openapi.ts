import { writeFile } from 'node:fs/promises';
import { calls } from '#shared/contract/index';
import { openApiText } from './openapi-text';

await writeFile('docs/openapi.json', openApiText(calls));
