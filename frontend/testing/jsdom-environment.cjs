/** jsdom with the web APIs that it lacks and every current browser has (react-router and amplify need them). */
const { TestEnvironment } = require('jest-environment-jsdom');
require('../../local/testing/cheap-promises.cjs');
require('../../local/testing/kept-code.cjs');

class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    for (const name of [
      'TextEncoder',
      'TextDecoder',
      'fetch',
      'Request',
      'Response',
      'Headers',
      'ReadableStream',
      'structuredClone',
      'crypto',
    ]) {
      if (name === 'crypto' || this.global[name] === undefined)
        Object.defineProperty(this.global, name, { value: globalThis[name], configurable: true, writable: true });
    }
    // jsdom reloads no page, and a test cannot replace what `location` does: a reload is an event of the window.
    const { location } = this.global;
    const implementation =
      location[Object.getOwnPropertySymbols(location).find(({ description }) => description === 'impl')];
    implementation.reload = () => this.global.dispatchEvent(new this.global.Event('reload'));
  }
}

module.exports = BrowserEnvironment;
