import { writeFile } from 'node:fs/promises';
import { synthesize } from '../../infra/testing/synthesize';
import { costsDocument } from './document';
import { partsOf } from './stage-parts';

/** The stage that docs/costs.md counts. */
const stageName = 'example';

await writeFile('docs/costs.md', costsDocument(stageName, partsOf(synthesize(stageName), stageName)));
