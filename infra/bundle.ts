import { bundleFunctions } from './bundle-functions';

await bundleFunctions();
