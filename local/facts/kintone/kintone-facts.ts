import type { FactService } from '../fact';
import { clientFrom, openSandbox, type KintoneSandbox } from './kintone-sandbox';
import { recordFacts } from './record-facts';
import { refusalFacts } from './refusal-facts';

/** All assumptions of the portal and its emulator about Kintone that an app for tests can be asked for. */
export const kintoneFacts: FactService<KintoneSandbox> = {
  name: 'kintone',
  facts: [...recordFacts, ...refusalFacts],
  async open(environment) {
    const { client, app, target } = clientFrom(environment);
    return openSandbox(client, app, target);
  },
};
